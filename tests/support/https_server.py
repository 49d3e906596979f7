"""A server that misbehaves on demand, for tests of downloads: https_server.py FOLDER.

Makes its certificates in FOLDER with openssl, listens on loopback, and prints one line with the ports:
good, other-host, expired, self-signed, plain HTTP. Each request is a line in FOLDER/log. Ends when its
standard input does, so that it never outlives the test.
"""
import http.server
import os
import ssl
import subprocess
import sys
import threading
import time

BODY = bytes(i * 31 % 251 for i in range(65536))
KINDS = ("good", "elsewhere", "expired", "alone")
folder = sys.argv[1]
ports = {}
seen = set()


def openssl(*words):
    subprocess.run(["openssl", *words], check=True, cwd=folder, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def certificates():
    """ca.pem signs good, elsewhere (another host's name) and expired; alone signs itself."""
    ec = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    here = "subjectAltName=IP:127.0.0.1"
    with open(os.path.join(folder, "ca.cnf"), "w") as file:
        file.write("[ca]\ndefault_ca=own\n[own]\ndatabase=index\nnew_certs_dir=.\nserial=serial\n"
                   "policy=any\ncopy_extensions=copy\n[any]\ncommonName=supplied\n")
    for name, text in (("index", ""), ("serial", "01\n")):
        with open(os.path.join(folder, name), "w") as file:
            file.write(text)
    openssl("req", "-x509", *ec, "-subj", "/CN=test CA", "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", "-x509", *ec, "-subj", "/CN=alone", "-addext", here, "-keyout", "alone.key",
            "-out", "alone.pem")
    for kind, name, end in (("good", here, "20491231000000Z"),
                            ("elsewhere", "subjectAltName=DNS:elsewhere.invalid", "20491231000000Z"),
                            ("expired", here, "20210101000000Z")):
        openssl("req", "-new", *ec, "-subj", "/CN=" + kind, "-addext", name, "-keyout",
                kind + ".key", "-out", kind + ".csr")
        openssl("ca", "-batch", "-config", "ca.cnf", "-cert", "ca.pem", "-keyfile", "ca.key", "-md",
                "sha256", "-startdate", "20200101000000Z", "-enddate", end, "-in", kind + ".csr",
                "-out", kind + ".pem")


class Answer(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def head(self, code, **fields):
        self.send_response(code)
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), str(value))
        self.end_headers()

    def whole(self, body=BODY):
        self.head(200, Content_Length=len(body))
        self.wfile.write(body)

    def rest(self, start, body=BODY):
        """What a Range asks for, or 416 where there is nothing left."""
        if start >= len(body):
            self.head(416, Content_Range=f"bytes */{len(body)}", Content_Length=0)
            return
        self.head(206, Content_Length=len(body) - start,
                  Content_Range=f"bytes {start}-{len(body) - 1}/{len(body)}")
        self.wfile.write(body[start:])

    def redirect(self, kind, page):
        scheme = "http" if kind == "plain" else "https"
        self.head(302, Location=f"{scheme}://127.0.0.1:{ports[kind]}{page}", Content_Length=0)

    def misbehave(self, page):
        if page == "/loop":
            self.redirect("good", "/loop")
        elif page == "/down":
            self.redirect("plain", "/ok")
        elif page == "/up":
            self.redirect("good", "/ok")
        elif page == "/up-down":
            self.redirect("good", "/down")
        elif page == "/long":  # states less than it sends
            self.head(200, Content_Length=1000)
            self.wfile.write(BODY)
        elif page == "/other":
            self.whole(b"x" * len(BODY))
        elif page == "/big":
            self.whole(BODY * 4)
        elif page == "/endless":
            self.head(200)
            while True:
                self.wfile.write(BODY)
        elif page == "/drip":
            self.head(200, Content_Length=len(BODY))
            for i in range(100):
                self.wfile.write(BODY[i:i + 1])
                time.sleep(0.2)
        else:
            self.head(404, Content_Length=0)

    def do_GET(self):
        page, wanted = self.path, self.headers.get("Range")
        start = int(wanted[6:-1]) if wanted else 0
        first = page not in seen
        seen.add(page)
        with open(os.path.join(folder, "log"), "a") as file:
            file.write(f"{page} {wanted}\n")
        try:
            if page in ("/cut", "/changed", "/stubborn") and first:  # half of what it states
                self.head(200, Content_Length=len(BODY))
                self.wfile.write(BODY[:len(BODY) // 2])
            elif page == "/short" and not wanted:  # all, but it states more
                self.head(200, Content_Length=len(BODY) + 1000)
                self.wfile.write(BODY)
            elif page == "/changed" and wanted:
                self.rest(start, b"y" * len(BODY))
            elif page in ("/ok", "/cut", "/short") and wanted:
                self.rest(start)
            elif page in ("/ok", "/cut", "/changed", "/stubborn"):  # the last knows no Range
                self.whole()
            else:
                self.misbehave(page)
        except (BrokenPipeError, ConnectionResetError, ssl.SSLError):
            pass  # the client has seen enough


def listen(kind):
    # Shaking hands is left to each connection's thread: a client that refuses us must not end us.
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    server.handle_error = lambda *_: None
    if kind != "plain":
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(os.path.join(folder, kind + ".pem"),
                                os.path.join(folder, kind + ".key"))
        server.socket = context.wrap_socket(server.socket, server_side=True,
                                            do_handshake_on_connect=False)
    ports[kind] = server.server_port
    threading.Thread(target=server.serve_forever, daemon=True).start()


certificates()
for each in (*KINDS, "plain"):
    listen(each)
print(*(ports[kind] for kind in (*KINDS, "plain")), flush=True)
sys.stdin.read()
os._exit(0)

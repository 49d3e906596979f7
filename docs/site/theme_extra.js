// The theme asks for a script of this name, which Debian's package leaves out. A wide table scrolls in a frame
// of its own; the page stays where it is.
for (const table of document.querySelectorAll(".section table")) {
  const frame = document.createElement("div");
  frame.className = "wy-table-responsive";
  table.replaceWith(frame);
  frame.append(table);
}

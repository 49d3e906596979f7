# shellcheck shell=bash
# A Slurm cluster of two nodes on this machine, for tests: munge, slurmctld and two slurmd with keys,
# ports and folders of their own, started and ended by process id. Needs root: slurmd starts jobs as
# their owner, and munged wants its folders to be root's.
#
#   slurm_start          begin; after it sbatch, squeue, scancel and scontrol speak to this cluster
#   slurm_stop           end it, and whatever it still runs
#   slurm_node N         start slurmd of node N (1 or 2)
#   slurm_kill_node N    kill -9 it; what it runs goes on
#   slurm_pause          stop the controller until slurm_resume
slurm_folder=
slurm_pids=()
declare -A slurm_node_pid=()

slurm_missing() {
  local program
  [ "$(id -u)" -eq 0 ] || { echo "not root"; return; }
  for program in munged slurmctld slurmd sbatch squeue scancel scontrol; do
    command -v "$program" >/dev/null || PATH=$PATH:/usr/sbin command -v "$program" >/dev/null ||
      { echo "no $program: scripts/setup.sh test"; return; }
  done
}

# A port that nobody listens on; the next one asked for is another.
slurm_port() {
  local port
  for port in $(shuf -i 20000-29999 -n 50); do
    if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then echo "$port"; return; fi
  done
}

slurm_configuration() {
  local host
  host=$(hostname -s)
  cat <<CONF
ClusterName=levelfield
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$(slurm_port)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$slurm_folder/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$slurm_folder/state
SlurmdSpoolDir=$slurm_folder/spool.%n
SlurmctldPidFile=$slurm_folder/slurmctld.pid
SlurmdPidFile=$slurm_folder/slurmd.%n.pid
SlurmctldLogFile=$slurm_folder/slurmctld.log
SlurmdLogFile=$slurm_folder/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=2,sched_min_interval=100000
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
SlurmdTimeout=6
InactiveLimit=0
KillWait=2
MinJobAge=20
MessageTimeout=3
SlurmdParameters=config_overrides
MaxArraySize=4
NodeName=lf[1-2] NodeAddr=127.0.0.1 Port=[$(slurm_port),$(slurm_port)] CPUs=4 RealMemory=1000
PartitionName=test Nodes=lf[1-2] Default=YES MaxTime=60 State=UP OverTimeLimit=0
CONF
}

slurm_munge() {
  mkdir -m 0700 "$slurm_folder/munge"
  chmod 0755 "$slurm_folder/munge" # others may use the socket
  head -c 128 /dev/urandom >"$slurm_folder/munge.key"
  chmod 0600 "$slurm_folder/munge.key"
  munged --foreground --force --key-file="$slurm_folder/munge.key" \
    --socket="$slurm_folder/munge/socket" --pid-file="$slurm_folder/munge/pid" \
    --log-file="$slurm_folder/munged.log" --seed-file="$slurm_folder/munge.seed" \
    --num-threads=2 >"$slurm_folder/munged.out" 2>&1 &
  slurm_pids+=($!)
}

slurm_node() {
  slurmd -D -N "lf$1" >"$slurm_folder/slurmd.lf$1.out" 2>&1 &
  slurm_node_pid[$1]=$!
}

# The daemon alone.
slurm_kill_node() {
  local pid=${slurm_node_pid[$1]}
  kill -KILL "$pid"
  wait "$pid" 2>/dev/null || true
}

# The controller holds its breath: whoever asks gets no answer.
slurm_pause() { kill -STOP "${slurm_pids[1]}"; }
slurm_resume() { kill -CONT "${slurm_pids[1]}"; }

slurm_up() { [ "$(sinfo -h -N -t idle -o %N 2>/dev/null | sort -u | wc -l)" -eq 2 ]; }

slurm_start() {
  PATH=$PATH:/usr/sbin
  slurm_folder=$(mktemp -d /tmp/slurm.XXXXXX)
  chmod 0755 "$slurm_folder"
  mkdir "$slurm_folder/state" "$slurm_folder/spool.lf1" "$slurm_folder/spool.lf2"
  export SLURM_CONF=$slurm_folder/slurm.conf
  slurm_configuration >"$SLURM_CONF"
  slurm_munge
  until_true 30 test -S "$slurm_folder/munge/socket" || fail "munged does not start"
  slurmctld -D >"$slurm_folder/slurmctld.out" 2>&1 &
  slurm_pids+=($!)
  slurm_node 1
  slurm_node 2
  until_true 90 slurm_up || { slurm_complain; fail "the Slurm cluster does not start"; }
}

slurm_complain() { squeue --array --states=all >&2; tail -n 15 "$slurm_folder"/*.log >&2; }

# The steps of a node: each a slurmstepd whose parent is 1 or slurmd, with the node's spool folder.
slurm_steps() {
  local process
  for process in /proc/[0-9]*; do
    [ "$(cat "$process/comm" 2>/dev/null)" = slurmstepd ] || continue
    if grep -qz "^SLURM_CONF=$SLURM_CONF\$" "$process/environ" 2>/dev/null; then echo "${process#/proc/}"; fi
  done
}

# Nothing here is worth waiting for: a slurmd that is asked to end waits for its steps, and steps that
# lost their controller never end.
slurm_stop() {
  [ -n "$slurm_folder" ] || return 0
  local pid
  for pid in "${slurm_node_pid[@]}" "${slurm_pids[@]}"; do kill -KILL "$pid" 2>/dev/null || true; done
  for pid in $(slurm_steps); do kill -KILL "$pid" 2>/dev/null || true; done
  for pid in "${slurm_node_pid[@]}" "${slurm_pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$slurm_folder"
}

"""Slurm on this machine, with all that it has in a folder of its own.

Works as root and as a user, beside any other Slurm, without systemd or control
groups. The daemons run in the foreground and are killed by their process ids.
"""

import os
import pathlib
import pwd
import secrets
import shutil
import socket
import subprocess
import tempfile
import time

DAEMONS = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])

CONFIGURATION = """\
ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={node_port}
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge/socket
CryptoType=crypto/munge
MpiDefault=none
ProctrackType=proctrack/pgid
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
ReturnToService=2
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def program(name):
    found = shutil.which(name, path=DAEMONS)
    if found is None:
        raise RuntimeError(f"there is no {name}; install slurm-wlm and munge")
    return found


def free_ports(count):
    """Ports that nobody has: held together until all are known."""
    sockets = [socket.socket() for _ in range(count)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm:
    """A cluster of one node, from __enter__ to __exit__."""

    PATIENCE = 120  # Seconds until the node is idle; it takes a few.

    def __init__(self):
        self.processes = []
        self.folder = None

    def __enter__(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="slurm-"))
        try:
            self._start()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            process.terminate()
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def environment(self):
        return {**os.environ, "SLURM_CONF": str(self.folder / "slurm.conf")}

    def client(self, *words):
        return subprocess.run(
            words, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
            timeout=60, check=False).stdout

    def _start(self):
        # Munge wants to be reached by all users, and its key by none.
        self.folder.chmod(0o755)
        for name in ("munge", "state", "spool"):
            (self.folder / name).mkdir(mode=0o755)
        key = self.folder / "munge" / "key"
        key.touch(mode=0o600)
        key.write_bytes(secrets.token_bytes(128))
        controller_port, node_port = free_ports(2)
        (self.folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=socket.gethostname().split(".")[0], folder=self.folder,
            user=pwd.getpwuid(os.getuid()).pw_name,
            controller_port=controller_port, node_port=node_port,
            processors=os.cpu_count()))
        # Version 1 of control groups with proctrack/pgid touches nothing.
        (self.folder / "cgroup.conf").write_text("CgroupPlugin=cgroup/v1\n")
        munge = self.folder / "munge"
        self._daemon("munged", "--foreground", f"--key-file={key}",
                     f"--socket={munge}/socket", f"--pid-file={munge}/pid",
                     f"--log-file={munge}/log", f"--seed-file={munge}/seed")
        self._wait(lambda: (munge / "socket").exists())
        self._daemon("slurmctld", "-D")
        self._daemon("slurmd", "-D")
        self._wait(
            lambda: self.client("sinfo", "-h", "-o", "%T").strip() == "idle")

    def _daemon(self, name, *arguments):
        with open(self.folder / f"{name}.output", "w") as output:
            self.processes.append(subprocess.Popen(
                [program(name), *arguments], env=self.environment,
                stdin=subprocess.DEVNULL, stdout=output,
                stderr=subprocess.STDOUT, start_new_session=True))

    def _wait(self, condition):
        end = time.monotonic() + self.PATIENCE
        while not condition():
            if time.monotonic() > end or any(
                    one.poll() is not None for one in self.processes):
                raise RuntimeError("Slurm does not start:\n" + self._logs())
            time.sleep(0.1)

    def _logs(self):
        return "\n".join(
            f"--- {path.name}\n{path.read_text(errors='replace')[-3000:]}"
            for path in sorted(self.folder.rglob("*"))
            if path.suffix in (".log", ".output") or path.name == "log")

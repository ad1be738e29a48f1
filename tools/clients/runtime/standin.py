"""Standin in tests: starts it, gives each test a world of its own, and controls that world.

    with Standin.start(clock="frozen") as standin:
        with standin.world() as world:
            world.use("order-lost-reply")
            token = world.token(org="ttd", scope="altinn:serviceowner/notifications.create")
            ...  # the client under test calls world.url with the token
            world.advance("P8D")
            assert [message.to for message in world.outbox()] == ["someone@example.org"]

Written by "standin client python" of Standin {{version}}. It needs Python 3.8 and no package. Write it again for another version.
"""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import threading
import urllib.parse
import warnings
from collections import deque
from dataclasses import dataclass, is_dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Callable, Deque, Dict, Iterator, List, Mapping, Optional, Sequence, TypeVar, Union

__all__ = ["Standin", "StandinError", "World"]

VERSION = "{{version}}"
"""The version of Standin that wrote this file."""

T = TypeVar("T")

# Seconds: until a server is ready, until it has ended, and until a call is answered.
_READY, _END, _ANSWER = 120, 15, 300
# Bytes of the longest reply.
_LONGEST = 256 * 1024 * 1024


class StandinError(Exception):
    """Standin refused a call, did not start, or something else answered. The message says what is wrong."""

    def __init__(self, message: str, status: Optional[int] = None, choices: Sequence[str] = ()):
        super().__init__(_shown(message))
        self.status = status
        """The status of the reply. None: there was none."""
        self.choices = list(choices)
        """The valid choices, if the reply names them."""


class Standin:
    """A running server. Use it in a `with` statement, or close it."""

    def __init__(self, url: str, admin_token: Optional[str], process: Optional[_Process], freeze: bool):
        self.url = url.rstrip("/")
        """The address of the server."""
        self.version: Mapping[str, Any] = {}
        """The version of Standin, its settings and its capabilities."""
        self._token, self._process, self._freeze = admin_token, process, freeze
        if not re.match(r"https?://[!-~]+$", self.url):
            raise StandinError(f"{url!r} is not an address, such as http://127.0.0.1:4300.")
        said = _send(self.url, admin_token, "GET", "{{start of control.version}}")
        if not isinstance(said, dict) or said.get("name") != "standin":
            raise StandinError(f"{self.url} is not a Standin.")
        self.version = said
        if said.get("version") != VERSION:
            warnings.warn(
                f"standin.py is of Standin {VERSION}, and {self.url} is Standin {_shown(str(said.get('version')))}. "
                "Write it again: standin client python",
                stacklevel=3,
            )

    @classmethod
    def start(
        cls,
        *,
        # {{option parameters}}
        arguments: Sequence[str] = (),
        command: Union[str, Sequence[str], None] = None,
        image: Optional[str] = None,
    ) -> Standin:
        """Starts a server, which ends with this process, or uses the one that STANDIN_URL names.

        Looks for Standin in this order: STANDIN_URL (with STANDIN_ADMIN_TOKEN), `command`, node_modules/.bin here and in the folders
        above, `standin` on the PATH, and a container of `image`. It never asks a registry of packages.

        # {{option docs}}
        arguments: More arguments of "standin start".
        command: The program, or the program and its first arguments, such as ["npx", "standin"].
        image: A container image, which Docker or Podman runs.
        """
        options = {
            # {{option values}}
        }
        shared = os.environ.get("STANDIN_URL")
        if shared:
            standin = cls(shared, os.environ.get("STANDIN_ADMIN_TOKEN"), None, clock == "frozen")
            for name, wanted in (("dialect", dialect), ("pace", pace)):
                if wanted is not None and standin.version.get(name) != wanted:
                    raise StandinError(f"The test needs the {name} {wanted}, and STANDIN_URL has {standin.version.get(name)}.")
            return standin
        flags = ["--json", "--until-stdin-ends"]
        for flag, value in options.items():
            flags += [] if value is None else [flag, str(value)]
        process = _Process.of_command(_found(command), flags + list(arguments)) if command or not image or _found_here() else None
        process = process or _Process.of_image(str(image), flags + list(arguments))
        try:
            return cls(process.url, process.admin_token, process, False)
        except BaseException:
            process.end()
            raise

    @classmethod
    def at(cls, url: str, *, admin_token: Optional[str] = None) -> Standin:
        """The server at this address. It goes on when this object is closed."""
        return cls(url, admin_token, None, False)

    def world(self, name: Optional[str] = None) -> World:
        """Makes a world, by a random name if none is given. It is dropped when it is closed."""
        name = f"test-{secrets.token_hex(8)}" if name is None else name
        if not re.match(r"[a-z0-9-]{1,63}\Z", name):
            raise StandinError(f"{name!r} is not a valid world name. Use 1 to 63 characters: a-z, 0-9 and -.")
        _send(self.url, self._token, "PUT", "{{start of control.makeWorld}}" + name)
        world = World(self.url, name, self._token)
        if self._freeze:
            world._call("POST", "{{below control.freezeClock}}")
        return world

    def close(self) -> None:
        """Ends the server, if `start` has started it."""
        process, self._process = self._process, None
        if process:
            process.end()

    def __enter__(self) -> Standin:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()


class World:
    """A world of its own: its clock, scenarios, records and journal are those of no other test. Use it in a `with` statement, or close it."""

    def __init__(self, server: str, name: str, admin_token: Optional[str]):
        self.name = name
        self.url = f"{server}/worlds/{name}"
        """The address of the service in this world: the client under test calls it."""
        self._server, self._token = server, admin_token

    # {{methods}}

    def control(self, method: str, path: str, body: Any = None, query: Optional[Mapping[str, Any]] = None) -> Any:
        """Calls any control row of this world: control("GET", "/clock"). The path is below /_standin."""
        if not re.match(r"/[!-~]*\Z", path) or re.search(r"/\.{1,2}(/|\?|\Z)", path):
            raise StandinError(f"{path!r} is not a path below /_standin, such as /clock.")
        return self._call(method, path, query=query, body=body)

    def close(self) -> None:
        """Drops the world, with everything in it."""
        try:
            _send(self._server, self._token, "DELETE", "{{start of control.dropWorld}}" + self.name)
        except StandinError as error:
            if error.status != 404:
                raise

    def __enter__(self) -> World:
        return self

    def __exit__(self, failure: Any, *_: Any) -> None:
        try:
            self.close()
        except StandinError:
            # The test has failed for a reason of its own.
            if failure is None:
                raise

    def _call(self, method: str, path: str, query: Optional[Mapping[str, Any]] = None, body: Any = None) -> Any:
        given = {name: value for name, value in (query or {}).items() if value is not None}
        if isinstance(body, dict):
            body = {name: value for name, value in body.items() if value is not None}
        search = "?" + urllib.parse.urlencode(given) if given else ""
        return _send(self.url, self._token, method, "/_standin" + path + search, body)

    def _pages(self, path: str, name: str, read: Callable[[Any], T], query: Optional[Mapping[str, Any]]) -> List[T]:
        every: List[T] = []
        after: Optional[str] = None
        while True:
            reply = self._call("GET", path, query={**(query or {}), "after": after})
            page = _member(reply, name, _list(read))
            every += page
            after = _maybe(reply, "next", _text)
            if after is None or not page:
                return every


@dataclass(frozen=True)
class Journal:
    """Lines of the journal, the newest last."""

    lines: List[JournalLine]
    """The lines; the newest 10,000 if there are more."""
    count: int
    """How many lines fit."""

    @property
    def last(self) -> JournalLine:
        """The newest line. Raises StandinError if there is none."""
        if not self.lines:
            raise StandinError("No line of the journal fits.")
        return self.lines[-1]

    def __iter__(self) -> Iterator[JournalLine]:
        return iter(self.lines)

    def __len__(self) -> int:
        return len(self.lines)

    @staticmethod
    def _of(it: Any) -> Journal:
        return Journal(_member(it, "journal", _list(JournalLine._of)), _member(it, "total", _integer))


@dataclass(frozen=True)
class Fault:
    """What a client did that it should not do."""

    verdict: str
    """The name of the verdict."""
    sentence: str
    """What a good client does."""
    guidance: str
    """What to change in the client."""
    caller: str
    """Who it is."""
    calls: List[str]
    """The lines of the journal that show it; at most 20."""


# {{records}}


class _Process:
    """A server in a process of its own. It ends when its standard input does, however this process ends."""

    def __init__(self, command: Sequence[str], env: Optional[Mapping[str, str]], admin_token: Optional[str], remove: Sequence[str]):
        self.admin_token, self._remove, self.url = admin_token, remove, ""
        self._first: Deque[str] = deque(maxlen=1)
        self._errors: Deque[str] = deque(maxlen=20)
        self._ready = threading.Event()
        try:
            pipe = subprocess.PIPE
            self._child = subprocess.Popen(list(command), stdin=pipe, stdout=pipe, stderr=pipe, env=None if env is None else dict(env))
        except OSError as error:
            raise StandinError(f"{command[0]} cannot be started: {error}") from None
        self._readers = [threading.Thread(target=each, daemon=True) for each in (self._read_output, self._read_errors)]
        for reader in self._readers:
            reader.start()
        self._ready.wait(_READY)
        try:
            self.url = str(json.loads(self._first[0])["url"])
        except (LookupError, TypeError, ValueError, RecursionError):
            self.end()
            said = "\n".join([*self._first, *self._errors]) or "It said nothing."
            raise StandinError(f"Standin did not start: {' '.join(command)}\n{said}") from None

    @staticmethod
    def of_command(command: Sequence[str], flags: Sequence[str]) -> _Process:
        args = [*command, "start", "--host", "127.0.0.1", "--port", "0", *flags]
        return _Process(args, None, os.environ.get("STANDIN_ADMIN_TOKEN"), [])

    @staticmethod
    def of_image(image: str, flags: Sequence[str]) -> _Process:
        engine = shutil.which("docker") or shutil.which("podman")
        if engine is None:
            raise StandinError(f"There is neither Docker nor Podman on the PATH to run {image}.")
        if not re.match(r"[a-zA-Z0-9][!-~]*\Z", image):
            raise StandinError(f"{image!r} is not the name of an image.")
        name, token = f"standin-{secrets.token_hex(8)}", secrets.token_hex(32)
        run = [engine, "run", "--rm", "--interactive", "--name", name, "--publish", "127.0.0.1::4300", "--env", "STANDIN_ADMIN_TOKEN"]
        env = {**os.environ, "STANDIN_ADMIN_TOKEN": token}
        process = _Process([*run, image, "start", "--host", "0.0.0.0", "--port", "4300", *flags], env, token, [engine, "rm", "--force", name])
        try:
            asked = subprocess.run([engine, "port", name, "4300/tcp"], stdin=subprocess.DEVNULL, capture_output=True, timeout=_END)
            found = re.match(rb"127\.0\.0\.1:(\d+)", asked.stdout)
        except (OSError, subprocess.SubprocessError):
            found = None
        if not found:
            process.end()
            raise StandinError(f"{engine} does not say at which port {name} is.")
        process.url = f"http://127.0.0.1:{int(found[1])}"
        return process

    def end(self) -> None:
        try:
            if self._child.stdin:
                self._child.stdin.close()
        except OSError:
            pass
        try:
            self._child.wait(_END)
        except subprocess.TimeoutExpired:
            self._child.kill()
            self._child.wait()
            if self._remove:
                subprocess.run(list(self._remove), stdin=subprocess.DEVNULL, capture_output=True, check=False)
        for reader in self._readers:
            reader.join(_END)

    def _read_output(self) -> None:
        """The first line says where the server is. What follows is read, so that the server never waits."""
        with self._child.stdout as lines:  # type: ignore[union-attr]
            line = lines.readline(65536)
            if line:
                self._first.append(line.decode(errors="replace"))
            self._ready.set()
            while lines.read(65536):
                pass

    def _read_errors(self) -> None:
        with self._child.stderr as lines:  # type: ignore[union-attr]
            for line in iter(lambda: lines.readline(8192), b""):
                text = _shown(line.decode(errors="replace").rstrip())
                self._errors.append(text)
                if self.url:
                    print(f"standin: {text}", file=sys.stderr)


def _found_here() -> Optional[str]:
    """node_modules/.bin here and above, then the PATH."""
    name = "standin.cmd" if os.name == "nt" else "standin"
    for folder in (Path.cwd(), *Path.cwd().parents):
        path = folder / "node_modules" / ".bin" / name
        if path.is_file():
            return str(path)
    return shutil.which(name)


def _found(command: Union[str, Sequence[str], None]) -> List[str]:
    if command:
        return [command] if isinstance(command, str) else list(command)
    here = _found_here()
    if here is None:
        raise StandinError(
            "There is no Standin: set STANDIN_URL, put the package into node_modules, or the program standin on the PATH, or give command or image."
        )
    return [here]


def _send(base: str, admin_token: Optional[str], method: str, path: str, body: Any = None) -> Any:
    """Follows no redirect and uses no proxy: the admin token is for this server alone."""
    headers = {"Accept": "application/json"}
    data = None
    if body is not None:
        headers["Content-Type"] = "application/json"
        data = json.dumps(body, default=_plain).encode()
    if admin_token:
        headers["Authorization"] = f"Bearer {admin_token}"
    what = f"{method} {base}{path.split('?', 1)[0]}"
    try:
        parts = urllib.parse.urlsplit(base)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=_ANSWER)
        try:
            connection.request(method, parts.path + path, data, headers)
            reply = connection.getresponse()
            status, content = reply.status, reply.read(_LONGEST + 1)
        finally:
            connection.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise StandinError(f"{what} got no reply: {error or type(error).__name__}") from error
    if len(content) > _LONGEST:
        raise StandinError(f"{what} was answered with more than {_LONGEST} bytes.", status)
    is_good = 200 <= status < 300
    try:
        said = json.loads(content) if content else None
    except (ValueError, RecursionError):
        if is_good:
            raise StandinError(f"{what} was answered {status}, but not with JSON. Is it a Standin?", status) from None
        said = None
    if is_good:
        return said
    problem = said if isinstance(said, dict) else {}
    detail, choices = problem.get("detail"), problem.get("choices")
    text = detail if isinstance(detail, str) else f"{what} was answered {status}."
    raise StandinError(text, status, [str(each) for each in choices] if isinstance(choices, list) else [])


def _shown(text: str) -> str:
    """Without characters that control a terminal."""
    return re.sub(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]", "?", text[:10000])


def _plain(it: Any) -> Any:
    """A record of this file as an object with the names of the rows."""
    if not is_dataclass(it) or isinstance(it, type):
        raise StandinError(f"A call cannot send a {type(it).__name__}.")
    return {re.sub("_([a-z])", lambda found: found[1].upper(), name): value for name, value in vars(it).items() if value is not None}


def _part(name: str, value: Any) -> str:
    """One part of a path."""
    text = str(value)
    if text in ("", ".", ".."):
        raise StandinError(f"{name} is {text!r}: a path cannot contain it.")
    try:
        return urllib.parse.quote(text, safe="")
    except UnicodeEncodeError:
        raise StandinError(f"{name} is not a text.") from None


def _member(it: Any, name: str, read: Callable[[Any], T]) -> T:
    if not isinstance(it, dict) or name not in it:
        raise StandinError(f'The reply has no "{name}".')
    try:
        return read(it[name])
    except (TypeError, ValueError):
        raise StandinError(f'"{name}" of the reply is not as expected.') from None


def _maybe(it: Any, name: str, read: Callable[[Any], T]) -> Optional[T]:
    return _member(it, name, read) if isinstance(it, dict) and it.get(name) is not None else None


def _expect(it: Any, *kinds: type) -> Any:
    if not isinstance(it, kinds) or (isinstance(it, bool) and bool not in kinds):
        raise TypeError
    return it


def _text(it: Any) -> str:
    return _expect(it, str)


def _integer(it: Any) -> int:
    return _expect(it, int)


def _number(it: Any) -> float:
    return float(_expect(it, int, float))


def _boolean(it: Any) -> bool:
    return _expect(it, bool)


def _any(it: Any) -> Any:
    return it


def _time(it: Any) -> datetime:
    text = _expect(it, str)
    # Until Python 3.11, fromisoformat reads no Z, and fractions of 3 or 6 digits only.
    return datetime.fromisoformat(re.sub(r"\.(\d+)", lambda found: "." + found[1][:6].ljust(6, "0"), text.replace("Z", "+00:00")))


def _list(read: Callable[[Any], T]) -> Callable[[Any], List[T]]:
    return lambda it: [read(each) for each in _expect(it, list)]


def _map(read: Callable[[Any], T]) -> Callable[[Any], Dict[str, T]]:
    return lambda it: {name: read(each) for name, each in _expect(it, dict).items()}

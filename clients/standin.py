"""Standin in tests: starts it, gives each test a world of its own, and controls that world.

    with Standin.start(clock="frozen") as standin:
        with standin.world() as world:
            world.use("order-lost-reply")
            token = world.token(org="ttd", scope="altinn:serviceowner/notifications.create")
            ...  # the client under test calls world.url with the token
            world.advance("P8D")
            assert [message.to for message in world.outbox()] == ["someone@example.org"]

Written by "standin client python" of Standin 1.0.0. It needs Python 3.8 and no package. Write it again for another version.
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

VERSION = "1.0.0"
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
        said = _send(self.url, admin_token, "GET", "/_standin/version")
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
        clock: Optional[str] = None,
        dialect: Optional[str] = None,
        pace: Optional[str] = None,
        now: Optional[str] = None,
        seed: Optional[str] = None,
        rate_limits: Optional[str] = None,
        scenarios: Optional[str] = None,
        fixtures: Optional[str] = None,
        arguments: Sequence[str] = (),
        command: Union[str, Sequence[str], None] = None,
        image: Optional[str] = None,
    ) -> Standin:
        """Starts a server, which ends with this process, or uses the one that STANDIN_URL names.

        Looks for Standin in this order: STANDIN_URL (with STANDIN_ADMIN_TOKEN), `command`, node_modules/.bin here and in the folders
        above, `standin` on the PATH, and a container of `image`. It never asks a registry of packages.

        clock: The worlds' clock: real (runs in real time), frozen (frozen until "standin clock advance").
        dialect: The source to follow where specification and live services differ: spec (like the specification),
            live (like the live services).
        pace: The service's speed: instant (the service works without delay), fast (each step takes a second), real
            (each step takes as long as in the live services).
        now: The clock's start time, such as 2026-06-01T10:00:00Z.
        seed: Seed; the same seed, clock and calls produce the same bytes.
        rate_limits: Rate limits, in calls per minute: current (per integration), earlier (per subscription key, with
            the former limits), off (none).
        scenarios: A folder with your own scenarios (.yaml); reloaded after changes.
        fixtures: A folder with your own people, organizations, resources and callers (.json).
        arguments: More arguments of "standin start".
        command: The program, or the program and its first arguments, such as ["npx", "standin"].
        image: A container image, which Docker or Podman runs.
        """
        options = {
            "--clock": clock,
            "--dialect": dialect,
            "--pace": pace,
            "--now": now,
            "--seed": seed,
            "--rate-limits": rate_limits,
            "--scenarios": scenarios,
            "--fixtures": fixtures,
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
        _send(self.url, self._token, "PUT", "/_standin/worlds/" + name)
        world = World(self.url, name, self._token)
        if self._freeze:
            world._call("POST", "/clock/freeze")
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

    def use(self, name: str, ttl: Optional[str] = None) -> ScenarioStatus:
        """Switch a scenario on, or restart it.

        name: The name of the scenario.
        ttl: The duration after which it is switched off, by the clock of the world, such as 5m or PT5M. Default:
            never.
        """
        values = {
            "ttl": ttl,
        }
        return ScenarioStatus._of(self._call("PUT", "/scenarios/" + _part("name", name) + "/active", body=values))

    def off(self, name: Optional[str] = None) -> None:
        """Switch a scenario off, or all of them.

        name: The name of the scenario.
        """
        self._call("DELETE", "/scenarios/active" if name is None else "/scenarios/" + _part("name", name) + "/active")

    def token(
        self,
        *,
        org: Optional[str] = None,
        org_no: Optional[str] = None,
        scope: Optional[str] = None,
        client_id: Optional[str] = None,
        system_user_org: Optional[str] = None,
        issuer: Optional[str] = None,
        ttl: Optional[str] = None,
    ) -> str:
        """Create a token for any caller.

        org: The code of a service owner, such as ttd.
        org_no: The organization number of the caller. For a token of a system user: the number of the vendor.
        scope: The scopes, separated by spaces. Default: all scopes of the service.
        client_id: The client id of the integration. Default: derived from the organization number.
        system_user_org: The number of the organization that a system user acts for.
        issuer: The issuer: platform, or maskinporten for a token that is not exchanged yet. Default: platform.
        ttl: The lifetime of the token: a duration such as 30m or PT30M, or seconds. Default: 30m.
        """
        values = {
            "org": org,
            "orgNo": org_no,
            "scope": scope,
            "clientId": client_id,
            "systemUserOrg": system_user_org,
            "issuer": issuer,
            "ttl": ttl,
        }
        return _member(self._call("POST", "/tokens", body=values), "token", _text)

    def advance(
        self,
        by: Optional[str] = None,
        *,
        to: Optional[str] = None,
        until: Optional[str] = None,
        at_most: Optional[str] = None,
    ) -> Account:
        """Advance world time and run the jobs that come due.

        by: The duration to advance by, such as 7d or P7D; a number is milliseconds.
        to: The time to advance to.
        until: Advances until no working step is left.
        at_most: The maximum duration for `until`. Default: P30D.
        """
        values = {
            "by": by,
            "to": to,
            "until": until,
            "atMost": at_most,
        }
        return Account._of(self._call("POST", "/clock/advance", body=values))

    def journal(
        self,
        *,
        since: Optional[str] = None,
        operation: Optional[str] = None,
        status: Optional[str] = None,
        code: Optional[str] = None,
        scenario: Optional[str] = None,
        caller: Optional[str] = None,
        environment: Optional[str] = None,
        text: Optional[str] = None,
        comparison: Optional[str] = None,
        jobs: Optional[str] = None,
    ) -> Journal:
        """The calls, or the service's jobs, newest last.

        since: A line id or a time: only lines newer than that line, or not older than that time.
        operation: An operation or an area; with `jobs`, a job or an area.
        status: Only calls with this status or class of statuses, such as 5xx.
        code: Only calls with this error code.
        scenario: Only calls that this scenario changed.
        caller: Only lines of this caller: its code, number or client id.
        environment: Only lines of this environment.
        text: Only lines with this text in the path, the query, the reason, the data or a stored body.
        comparison: Only calls that went to the real service with this result: same, differs, or apart.
        jobs: true: jobs instead of calls; also: both.
        """
        values = {
            "since": since,
            "operation": operation,
            "status": status,
            "code": code,
            "scenario": scenario,
            "caller": caller,
            "environment": environment,
            "text": text,
            "comparison": comparison,
            "jobs": jobs,
        }
        return Journal._of(self._call("GET", "/journal", query={**values, "limit": 10000}))

    def outbox(
        self,
        *,
        id: Optional[str] = None,
        environment: Optional[str] = None,
        recipient: Optional[str] = None,
        text: Optional[str] = None,
        channel: Optional[str] = None,
        order_id: Optional[str] = None,
        shipment_id: Optional[str] = None,
        bodies: Optional[str] = None,
    ) -> List[Message]:
        """The messages sent by the service, in both environments.

        id: Only the message with this id.
        environment: The environment: test or production.
        recipient: Only messages to this address, or to the recipient with this number or URN in the order.
        text: Only messages with this text in the address or subject, or to the recipient with this number or URN in
            the order.
        channel: Only messages of this channel.
        order_id: Only messages of the order with this notificationOrderId.
        shipment_id: Only messages of this shipment.
        bodies: beginning: only the first 200 characters. Default: whole.
        """
        values = {
            "id": id,
            "environment": environment,
            "recipient": recipient,
            "text": text,
            "channel": channel,
            "orderId": order_id,
            "shipmentId": shipment_id,
            "bodies": bodies,
        }
        return self._pages("/outbox", "messages", Message._of, values)

    def orders(
        self,
        *,
        id: Optional[str] = None,
        environment: Optional[str] = None,
        creator: Optional[str] = None,
        order: Optional[str] = None,
        type: Optional[str] = None,
        status: Optional[str] = None,
        senders_reference: Optional[str] = None,
        recipient: Optional[str] = None,
    ) -> List[Shipment]:
        """The orders in both environments: each notification and each reminder.

        id: Only the record with this id.
        environment: Only records of this environment.
        creator: Only records of this creator.
        order: Only shipments of the order with this id.
        type: Only records of this type.
        status: Only records in this status.
        senders_reference: Only shipments with this sender's reference.
        recipient: Only records with this recipient.
        """
        values = {
            "id": id,
            "environment": environment,
            "creator": creator,
            "order": order,
            "type": type,
            "status": status,
            "sendersReference": senders_reference,
            "recipient": recipient,
        }
        return self._pages("/records/shipments", "records", Shipment._of, values)

    def files(
        self,
        *,
        id: Optional[str] = None,
        environment: Optional[str] = None,
        status: Optional[str] = None,
        recipient: Optional[str] = None,
        resource: Optional[str] = None,
        file_name: Optional[str] = None,
        reference: Optional[str] = None,
        sender: Optional[str] = None,
    ) -> List[FileTransfer]:
        """The file transfers in both environments.

        id: Only the record with this id.
        environment: Only records of this environment.
        status: Only records in this status.
        recipient: Only records with this recipient.
        resource: Only records of this resource.
        file_name: Only file transfers with this file name.
        reference: Only file transfers with this sender's reference.
        sender: Only file transfers of this sender.
        """
        values = {
            "id": id,
            "environment": environment,
            "status": status,
            "recipient": recipient,
            "resource": resource,
            "fileName": file_name,
            "reference": reference,
            "sender": sender,
        }
        return self._pages("/records/fileTransfers", "records", FileTransfer._of, values)

    def publish_file(
        self,
        size: int,
        *,
        seed: Optional[int] = None,
        file_name: Optional[str] = None,
        sender: Optional[str] = None,
        recipients: Optional[List[str]] = None,
        resource_id: Optional[str] = None,
        environment: Optional[str] = None,
    ) -> str:
        """Publish a file of any size, whose bytes are generated while a client reads them.

        size: The size in bytes. The content is generated, so it takes no space.
        seed: The same seed gives the same bytes. Default: the seed of the simulator.
        file_name: The file name, 1 to 255 characters.
        sender: The organization number of the sender, or any form that the service accepts.
        recipients: The organization numbers of the recipients.
        resource_id: The id of the resource. Default: standin-unscanned. In production, other resources need an
            approval.
        environment: Default: the environment of the address.
        """
        values = {
            "size": size,
            "seed": seed,
            "fileName": file_name,
            "sender": sender,
            "recipients": recipients,
            "resourceId": resource_id,
            "environment": environment,
        }
        return _member(self._call("POST", "/file-transfers", body=values), "fileTransferId", _text)

    def scan_file(self, id: str, result: Optional[str] = None) -> TransferStatus:
        """End the scan of a file now.

        id: The id of a file transfer in the addressed environment.
        result: The result. Default: depends on the name and content of the file.
        """
        values = {
            "result": result,
        }
        return TransferStatus._of(self._call("POST", "/file-transfers/" + _part("id", id) + "/scan", body=values))

    def expire_file(self, id: str) -> TransferStatus:
        """Purge a file now, as if its lifetime or grace period had ended.

        id: The id of a file transfer in the addressed environment.
        """
        return TransferStatus._of(self._call("POST", "/file-transfers/" + _part("id", id) + "/expire"))

    def contacts(
        self,
        *,
        condition: Optional[str] = None,
        kind: Optional[str] = None,
        numbers: Optional[str] = None,
    ) -> List[Contact]:
        """The contact register: people, organizations and external identities.

        condition: Only contacts with this condition, such as reserved.
        kind: Only people, only organizations, or only external identities.
        numbers: Only contacts with these numbers, separated by commas. Codes of service owners, such as ttd, also
            work.
        """
        values = {
            "condition": condition,
            "kind": kind,
            "numbers": numbers,
        }
        return self._pages("/contacts", "contacts", Contact._of, values)

    def put_contact(
        self,
        number: str,
        *,
        name: Optional[str] = None,
        condition: Optional[str] = None,
        verified: Optional[bool] = None,
        email: Optional[str] = None,
        mobile: Optional[str] = None,
        reserved: Optional[bool] = None,
        updated: Optional[str] = None,
        emails: Optional[List[str]] = None,
        mobiles: Optional[List[str]] = None,
        users: Optional[List[Any]] = None,
        service_owner: Optional[str] = None,
    ) -> Contact:
        """Add a contact to the register, or replace one.

        number: A national identity number, an organization number, or the URN of an external identity.
        name: The name.
        condition: The special property of the contact, in one word.
        verified: True if the addresses are verified.
        email: The email address.
        mobile: The mobile number.
        reserved: True if the person is reserved against digital communication.
        updated: Time when the person last confirmed the details.
        emails: The email addresses.
        mobiles: The mobile numbers.
        users: People who registered addresses of their own for the organization.
        service_owner: The code of the service owner. Null: the organization is not a service owner.
        """
        values = {
            "name": name,
            "condition": condition,
            "verified": verified,
            "email": email,
            "mobile": mobile,
            "reserved": reserved,
            "updated": updated,
            "emails": emails,
            "mobiles": mobiles,
            "users": users,
            "serviceOwner": service_owner,
        }
        return Contact._of(self._call("PUT", "/contacts/" + _part("number", number), body=values))

    def remove_contact(self, number: str) -> None:
        """Remove a contact from the register.

        number: A national identity number, an organization number, or the URN of an external identity.
        """
        self._call("DELETE", "/contacts/" + _part("number", number))

    def resources(self) -> List[Resource]:
        """The resources of both environments, with their configuration."""
        return self._pages("/resources", "resources", Resource._of, None)

    def put_resource(
        self,
        id: str,
        *,
        owner: Optional[str] = None,
        max_file_transfer_size: Optional[int] = None,
        time_to_live: Optional[str] = None,
        purge_after_confirmed: Optional[bool] = None,
        grace_period: Optional[str] = None,
        use_manifest_file_shim: Optional[bool] = None,
        external_service_code: Optional[str] = None,
        external_service_edition: Optional[int] = None,
        required_party: Optional[str] = None,
        access_list: Optional[List[str]] = None,
        unscanned_approved: Optional[bool] = None,
        configured: Optional[bool] = None,
        registered: Optional[bool] = None,
    ) -> Resource:
        """Add a resource to the addressed environment, or replace one. Members as in resources.json.

        id: The id of a resource in the addressed environment.
        owner: The organization number of its service owner.
        max_file_transfer_size: The largest file in bytes. Absent: no limit for this resource.
        time_to_live: Time until files expire, such as 30d.
        purge_after_confirmed: True: files are purged once all recipients have confirmed.
        grace_period: Time until files are purged after the last confirmation, such as 2h.
        use_manifest_file_shim: True: older clients get a manifest file. Has no effect in Standin.
        external_service_code: The code of the older service. Has no effect in Standin.
        external_service_edition: The edition of the older service. Has no effect in Standin.
        required_party: The organization that must be the sender or the only recipient of each file transfer, such as
            0192:991825827.
        access_list: The only organizations that may be recipients, such as 0192:370916446.
        unscanned_approved: True: files may skip the virus scan, also in production.
        configured: False: its owner has not configured it. Default: true.
        registered: False: it is missing in the resource registry. Default: true.
        """
        values = {
            "owner": owner,
            "maxFileTransferSize": max_file_transfer_size,
            "timeToLive": time_to_live,
            "purgeAfterConfirmed": purge_after_confirmed,
            "gracePeriod": grace_period,
            "useManifestFileShim": use_manifest_file_shim,
            "externalServiceCode": external_service_code,
            "externalServiceEdition": external_service_edition,
            "requiredParty": required_party,
            "accessList": access_list,
            "unscannedApproved": unscanned_approved,
            "configured": configured,
            "registered": registered,
        }
        return Resource._of(self._call("PUT", "/resources/" + _part("id", id), body=values))

    def remove_resource(self, id: str) -> None:
        """Remove a resource from the addressed environment. Its file transfers stay.

        id: The id of a resource in the addressed environment.
        """
        self._call("DELETE", "/resources/" + _part("id", id))

    def gates(self) -> List[GateState]:
        """The gates and the calls held at them."""
        return self._pages("/gates", "gates", GateState._of, None)

    def put_gate(self, operation: str, at: str) -> GateState:
        """Hold the calls of an operation before or after their work until they are released. An existing gate stays
        unchanged.

        operation: The operation with the gate, such as notifications.createOrder.
        at: The place of the gate: before-work, or after-work and before the reply.
        """
        return GateState._of(self._call("PUT", "/gates/" + _part("operation", operation) + "/" + _part("at", at)))

    def wait_at_gate(
        self,
        operation: str,
        at: str,
        *,
        arrived: Optional[int] = None,
        within: Optional[str] = None,
    ) -> GateState:
        """Wait until this many calls are held at a gate.

        operation: The operation with the gate, such as notifications.createOrder.
        at: The place of the gate: before-work, or after-work and before the reply.
        arrived: Wait until this many calls are held at the gate.
        within: The maximum wait in real time. Default: 30s.
        """
        values = {
            "arrived": arrived,
            "within": within,
        }
        return GateState._of(self._call("GET", "/gates/" + _part("operation", operation) + "/" + _part("at", at), query=values))

    def release_gate(
        self,
        operation: str,
        at: str,
        *,
        calls: Optional[int] = None,
        order: Optional[List[int]] = None,
    ) -> GateState:
        """Release calls that are held at a gate, in any order.

        operation: The operation with the gate, such as notifications.createOrder.
        at: The place of the gate: before-work, or after-work and before the reply.
        calls: The number of calls to release, in order of arrival. Default: all.
        order: The positions of the calls, from 0, in the order of release. 1,0 releases the second, then the first.
        """
        values = {
            "calls": calls,
            "order": order,
        }
        return GateState._of(self._call("POST", "/gates/" + _part("operation", operation) + "/" + _part("at", at) + "/release", body=values))

    def remove_gate(self, operation: str, at: str) -> None:
        """Release all calls held at a gate, and remove the gate.

        operation: The operation with the gate, such as notifications.createOrder.
        at: The place of the gate: before-work, or after-work and before the reply.
        """
        self._call("DELETE", "/gates/" + _part("operation", operation) + "/" + _part("at", at))

    def verdicts(self, caller: Optional[str] = None, *, set: Optional[str] = None) -> Judgement:
        """Verdicts on how each caller behaved, with the calls that show it.

        caller: Only this caller: a client id or an organization number.
        set: Only the verdicts of this set, such as 2026-11. Default: every verdict.
        """
        return Judgement._of(self._call("GET", "/verdicts", query={"caller": caller, "set": set}))

    def reset(self, *, keep: Optional[List[str]] = None) -> None:
        """Reset the world to its initial state, except for the parts to keep.

        keep: The parts to keep.
        """
        self._call("POST", "/reset", body={"keep": keep})

    def control(self, method: str, path: str, body: Any = None, query: Optional[Mapping[str, Any]] = None) -> Any:
        """Calls any control row of this world: control("GET", "/clock"). The path is below /_standin."""
        if not re.match(r"/[!-~]*\Z", path) or re.search(r"/\.{1,2}(/|\?|\Z)", path):
            raise StandinError(f"{path!r} is not a path below /_standin, such as /clock.")
        return self._call(method, path, query=query, body=body)

    def close(self) -> None:
        """Drops the world, with everything in it."""
        try:
            _send(self._server, self._token, "DELETE", "/_standin/worlds/" + self.name)
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


@dataclass(frozen=True)
class ScenarioStatus:
    """A scenario and its state."""

    name: str
    """The name of the scenario."""
    summary: str
    """A one-sentence description of the failure."""
    breaks: str
    """The chapter under which the documentation lists it."""
    source: str
    """The origin: built-in, a folder, or defined for one world."""
    active: bool
    """True if it is switched on."""
    until: Optional[datetime]
    """The time when it ends automatically; null if it does not."""

    @staticmethod
    def _of(it: Any) -> ScenarioStatus:
        return ScenarioStatus(
            name=_member(it, "name", _text),
            summary=_member(it, "summary", _text),
            breaks=_member(it, "breaks", _text),
            source=_member(it, "source", _text),
            active=_member(it, "active", _boolean),
            until=_maybe(it, "until", _time),
        )


@dataclass(frozen=True)
class Happening:
    """The result of a job."""

    at: datetime
    """The time on the world's clock."""
    what: str
    """The name of the job or event."""
    id: Optional[str]
    """The id of the affected record."""

    @staticmethod
    def _of(it: Any) -> Happening:
        return Happening(
            at=_member(it, "at", _time),
            what=_member(it, "what", _text),
            id=_maybe(it, "id", _text),
        )


@dataclass(frozen=True)
class Booked:
    """Booked jobs of the same kind."""

    what: str
    """The name of the job."""
    count: int
    """The number of these jobs."""
    from_: datetime
    """The time when the first of them is due."""
    until: datetime
    """The time when the last of them is due."""

    @staticmethod
    def _of(it: Any) -> Booked:
        return Booked(
            what=_member(it, "what", _text),
            count=_member(it, "count", _integer),
            from_=_member(it, "from", _time),
            until=_member(it, "until", _time),
        )


@dataclass(frozen=True)
class Account:
    """The result of advancing the clock."""

    now: datetime
    """The current world time."""
    happened: List[Happening]
    """The events in chronological order."""
    total: int
    """The total number of events."""
    counts: Dict[str, int]
    """The number of events of each kind."""
    settled: bool
    """True if the service has no work left: no working step is booked."""
    booked: List[Booked]
    """The jobs that are still booked, by name, in the order in which they are due."""

    @staticmethod
    def _of(it: Any) -> Account:
        return Account(
            now=_member(it, "now", _time),
            happened=_member(it, "happened", _list(Happening._of)),
            total=_member(it, "total", _integer),
            counts=_member(it, "counts", _map(_integer)),
            settled=_member(it, "settled", _boolean),
            booked=_member(it, "booked", _list(Booked._of)),
        )


@dataclass(frozen=True)
class Caller:
    """The caller."""

    org: Optional[str]
    """The service owner's code, such as ttd."""
    org_no: Optional[str]
    """The organization number."""
    client_id: Optional[str]
    """The integration's id."""

    @staticmethod
    def _of(it: Any) -> Caller:
        return Caller(
            org=_maybe(it, "org", _text),
            org_no=_maybe(it, "orgNo", _text),
            client_id=_maybe(it, "clientId", _text),
        )


@dataclass(frozen=True)
class Difference:
    """A difference between two replies."""

    kind: str
    """The kind of the difference, such as status, code or value."""
    where: str
    """The member of the reply."""
    there: Any
    """The value of the real service."""
    here: Any
    """The value of Standin."""

    @staticmethod
    def _of(it: Any) -> Difference:
        return Difference(
            kind=_member(it, "kind", _text),
            where=_member(it, "where", _text),
            there=_member(it, "there", _any),
            here=_member(it, "here", _any),
        )


@dataclass(frozen=True)
class Comparison:
    """The result of a comparison with the real service."""

    result: str
    """same, differs, or apart: it could not be compared."""
    reason: Optional[str]
    """The reason why it could not be compared."""
    differences: Optional[List[Difference]]
    """The differences between the two replies."""

    @staticmethod
    def _of(it: Any) -> Comparison:
        return Comparison(
            result=_member(it, "result", _text),
            reason=_maybe(it, "reason", _text),
            differences=_maybe(it, "differences", _list(Difference._of)),
        )


@dataclass(frozen=True)
class JournalLine:
    """A call, or one of the service's jobs."""

    id: str
    """The id of the line."""
    at: datetime
    """The time on the world's clock."""
    environment: str
    """The environment: test or production."""
    operation: Optional[str]
    """The operation or job, such as notifications.createOrder; null for a path without an operation."""
    method: Optional[str]
    """The HTTP method."""
    path: Optional[str]
    """The path of the call."""
    status: Optional[int]
    """The HTTP status; null for a job, or if the call has no reply yet."""
    code: Optional[str]
    """The error code."""
    caller: Optional[Caller]
    """The caller; null if no token names one."""
    ms: Optional[float]
    """The duration of the call in real milliseconds."""
    stage: str
    """The last stage that the call reached."""
    committed: bool
    """True if the call changed anything."""
    cut: bool
    """True if the reply was lost or cut off."""
    record_status: Optional[str]
    """The status that a job set on its record, such as Email_Delivered; null for calls, and for jobs that set none."""
    scenario: Optional[str]
    """The scenario that changed the call."""
    why: Optional[str]
    """The reason for the result."""
    comparison: Optional[Comparison]
    """The result of the comparison with the real service (`standin start --compare`)."""

    @staticmethod
    def _of(it: Any) -> JournalLine:
        return JournalLine(
            id=_member(it, "id", _text),
            at=_member(it, "at", _time),
            environment=_member(it, "environment", _text),
            operation=_maybe(it, "operation", _text),
            method=_maybe(it, "method", _text),
            path=_maybe(it, "path", _text),
            status=_maybe(it, "status", _integer),
            code=_maybe(it, "code", _text),
            caller=_maybe(it, "caller", Caller._of),
            ms=_maybe(it, "ms", _number),
            stage=_member(it, "stage", _text),
            committed=_member(it, "committed", _boolean),
            cut=_member(it, "cut", _boolean),
            record_status=_maybe(it, "recordStatus", _text),
            scenario=_maybe(it, "scenario", _text),
            why=_maybe(it, "why", _text),
            comparison=_maybe(it, "comparison", Comparison._of),
        )


@dataclass(frozen=True)
class Report:
    """A delivery report from a tester."""

    at: datetime
    """The time when the report arrived."""
    status: str
    """The status that it reports."""

    @staticmethod
    def _of(it: Any) -> Report:
        return Report(
            at=_member(it, "at", _time),
            status=_member(it, "status", _text),
        )


@dataclass(frozen=True)
class Message:
    """An email or SMS that was sent."""

    id: str
    """The id of the message."""
    at: datetime
    """The time when it was sent."""
    environment: str
    """The environment: test or production."""
    creator: str
    """The creator of the order: the code of the service owner, or the issuer of the platform access token."""
    order_id: str
    """The id of the order."""
    shipment_id: str
    """The id of the shipment. Its delivery manifest is at /future/shipment/{id}."""
    position: int
    """The position of the recipient in the delivery manifest, from 0."""
    channel: str
    """The channel: Email or SMS."""
    to: str
    """The address of the recipient."""
    from_: str
    """The sender."""
    subject: Optional[str]
    """The subject; null for an SMS."""
    body: str
    """The text."""
    content_type: Optional[str]
    """The content type; null for an SMS."""
    segments: Optional[int]
    """The number of SMS segments; null for an email."""
    truncated: bool
    """True if a carrier would truncate it. The body here is complete."""
    status: str
    """The status of the message."""
    status_at: datetime
    """The time when the status changed."""
    reports: List[Report]
    """Delivery reports sent by a tester, oldest first; the newest 50. They are not in the journal."""
    caused_by: Optional[str]
    """The id of the journal line of the call or job that sent it."""

    @staticmethod
    def _of(it: Any) -> Message:
        return Message(
            id=_member(it, "id", _text),
            at=_member(it, "at", _time),
            environment=_member(it, "environment", _text),
            creator=_member(it, "creator", _text),
            order_id=_member(it, "orderId", _text),
            shipment_id=_member(it, "shipmentId", _text),
            position=_member(it, "position", _integer),
            channel=_member(it, "channel", _text),
            to=_member(it, "to", _text),
            from_=_member(it, "from", _text),
            subject=_maybe(it, "subject", _text),
            body=_member(it, "body", _text),
            content_type=_maybe(it, "contentType", _text),
            segments=_maybe(it, "segments", _integer),
            truncated=_member(it, "truncated", _boolean),
            status=_member(it, "status", _text),
            status_at=_member(it, "statusAt", _time),
            reports=_member(it, "reports", _list(Report._of)),
            caused_by=_maybe(it, "causedBy", _text),
        )


@dataclass(frozen=True)
class Recipient:
    """A recipient of a shipment."""

    channel: str
    """The channel of the message."""
    destination: str
    """The address; empty for a reserved recipient and for one without contact details."""
    status: str
    """The status of the message. Final statuses are those for delivery and each kind of failure."""
    last_update: datetime
    """The time when the status changed."""

    @staticmethod
    def _of(it: Any) -> Recipient:
        return Recipient(
            channel=_member(it, "channel", _text),
            destination=_member(it, "destination", _text),
            status=_member(it, "status", _text),
            last_update=_member(it, "lastUpdate", _time),
        )


@dataclass(frozen=True)
class Shipment:
    """A notification or a reminder."""

    id: str
    """The id of the shipment."""
    environment: str
    """The environment: test or production."""
    order_id: str
    """The id of the order."""
    type: str
    """The kind of shipment: a notification, a reminder, an instant message or a composed email."""
    status: str
    """The status of the shipment."""
    creator: str
    """The creator of the order: the code of the service owner, or the issuer of the platform access token."""
    senders_reference: Optional[str]
    """A reference chosen by the client, returned in the reply, the shipment and the feed."""
    requested_send_time: datetime
    """The earliest time of sending."""
    created: datetime
    """The time of creation."""
    last_update: datetime
    """The time when the status changed."""
    recipients: List[Recipient]
    """The recipients."""

    @staticmethod
    def _of(it: Any) -> Shipment:
        return Shipment(
            id=_member(it, "id", _text),
            environment=_member(it, "environment", _text),
            order_id=_member(it, "orderId", _text),
            type=_member(it, "type", _text),
            status=_member(it, "status", _text),
            creator=_member(it, "creator", _text),
            senders_reference=_maybe(it, "sendersReference", _text),
            requested_send_time=_member(it, "requestedSendTime", _time),
            created=_member(it, "created", _time),
            last_update=_member(it, "lastUpdate", _time),
            recipients=_member(it, "recipients", _list(Recipient._of)),
        )


@dataclass(frozen=True)
class FileTransfer:
    """A file transfer."""

    id: str
    """The id of the file transfer."""
    environment: str
    """The environment: test or production."""
    status: str
    """The status of the file transfer."""
    resource_id: str
    """The id of the resource, without the prefix of a URN."""
    file_name: str
    """The file name, 1 to 255 characters."""
    senders_file_transfer_reference: str
    """A reference chosen by the sender, 1 to 4096 characters."""
    sender: str
    """The sending organization: 0192: or urn:altinn:organization:identifier-no:, followed by nine digits."""
    recipients: List[str]
    """The recipients."""
    created: datetime
    """The time of creation."""
    expires: datetime
    """The time when the file or upload is removed."""
    size: Optional[int]
    """The size in bytes; null without a file."""

    @staticmethod
    def _of(it: Any) -> FileTransfer:
        return FileTransfer(
            id=_member(it, "id", _text),
            environment=_member(it, "environment", _text),
            status=_member(it, "status", _text),
            resource_id=_member(it, "resourceId", _text),
            file_name=_member(it, "fileName", _text),
            senders_file_transfer_reference=_member(it, "sendersFileTransferReference", _text),
            sender=_member(it, "sender", _text),
            recipients=_member(it, "recipients", _list(_text)),
            created=_member(it, "created", _time),
            expires=_member(it, "expires", _time),
            size=_maybe(it, "size", _integer),
        )


@dataclass(frozen=True)
class TransferStatus:
    """A file transfer and its status."""

    file_transfer_id: str
    """The id of the file transfer."""
    status: str
    """The status of the file transfer."""

    @staticmethod
    def _of(it: Any) -> TransferStatus:
        return TransferStatus(
            file_transfer_id=_member(it, "fileTransferId", _text),
            status=_member(it, "status", _text),
        )


@dataclass(frozen=True)
class ContactUser:
    """A person who registered addresses for an organization."""

    email: Optional[str]
    """The email address."""
    mobile: Optional[str]
    """The mobile number."""
    resources: Optional[List[str]]
    """The resources that they want notifications for."""
    actions: Optional[List[str]]
    """Their permitted actions on the resource."""

    @staticmethod
    def _of(it: Any) -> ContactUser:
        return ContactUser(
            email=_maybe(it, "email", _text),
            mobile=_maybe(it, "mobile", _text),
            resources=_maybe(it, "resources", _list(_text)),
            actions=_maybe(it, "actions", _list(_text)),
        )


@dataclass(frozen=True)
class Contact:
    """A person, an organization or an external identity. A member that its kind lacks is null."""

    number: str
    """The national identity number, the organization number, or the URN of an external identity."""
    name: Optional[str]
    """The name."""
    condition: Optional[str]
    """The special property of the contact, in one word."""
    verified: Optional[bool]
    """True if the addresses are verified."""
    email: Optional[str]
    """The email address."""
    mobile: Optional[str]
    """The mobile number."""
    reserved: Optional[bool]
    """True if the person is reserved against digital communication."""
    updated: Optional[str]
    """Time when the person last confirmed the details."""
    emails: Optional[List[str]]
    """The email addresses."""
    mobiles: Optional[List[str]]
    """The mobile numbers."""
    users: Optional[List[ContactUser]]
    """People who registered addresses of their own for the organization."""
    service_owner: Optional[str]
    """The code of the service owner. Null: the organization is not a service owner."""

    @staticmethod
    def _of(it: Any) -> Contact:
        return Contact(
            number=_member(it, "number", _text),
            name=_maybe(it, "name", _text),
            condition=_maybe(it, "condition", _text),
            verified=_maybe(it, "verified", _boolean),
            email=_maybe(it, "email", _text),
            mobile=_maybe(it, "mobile", _text),
            reserved=_maybe(it, "reserved", _boolean),
            updated=_maybe(it, "updated", _text),
            emails=_maybe(it, "emails", _list(_text)),
            mobiles=_maybe(it, "mobiles", _list(_text)),
            users=_maybe(it, "users", _list(ContactUser._of)),
            service_owner=_maybe(it, "serviceOwner", _text),
        )


@dataclass(frozen=True)
class Resource:
    """A resource for file transfers."""

    id: str
    """The id of the resource."""
    environment: str
    """The environment: test or production."""
    owner: Optional[str]
    """The organization number of its service owner."""
    configured: bool
    """False if its owner has not configured it yet."""
    registered: bool
    """False if the resource registry has lost it."""
    max_file_transfer_size: Optional[int]
    """The maximum size of a file in bytes."""
    time_to_live: Optional[str]
    """The lifetime of files, as an ISO 8601 duration."""
    purge_after_confirmed: bool
    """True if a file is removed after all recipients have confirmed it."""
    grace_period: Optional[str]
    """The time until removal after the last confirmation, as an ISO 8601 duration."""
    use_manifest_file_shim: Optional[bool]
    """True if older clients get a manifest file. It has no effect here."""
    external_service_code: Optional[str]
    """The code of the older service. It has no effect here."""
    external_service_edition: Optional[int]
    """The edition of the older service. It has no effect here."""
    required_party: Optional[str]
    """The organization that must be the sender or the only recipient of each file transfer."""
    access_list: Optional[List[str]]
    """The only organizations that may be recipients, in the form 0192:NNNNNNNNN."""
    unscanned_approved: bool
    """True if files may skip the virus scan in production."""

    @staticmethod
    def _of(it: Any) -> Resource:
        return Resource(
            id=_member(it, "id", _text),
            environment=_member(it, "environment", _text),
            owner=_maybe(it, "owner", _text),
            configured=_member(it, "configured", _boolean),
            registered=_member(it, "registered", _boolean),
            max_file_transfer_size=_maybe(it, "maxFileTransferSize", _integer),
            time_to_live=_maybe(it, "timeToLive", _text),
            purge_after_confirmed=_member(it, "purgeAfterConfirmed", _boolean),
            grace_period=_maybe(it, "gracePeriod", _text),
            use_manifest_file_shim=_maybe(it, "useManifestFileShim", _boolean),
            external_service_code=_maybe(it, "externalServiceCode", _text),
            external_service_edition=_maybe(it, "externalServiceEdition", _integer),
            required_party=_maybe(it, "requiredParty", _text),
            access_list=_maybe(it, "accessList", _list(_text)),
            unscanned_approved=_member(it, "unscannedApproved", _boolean),
        )


@dataclass(frozen=True)
class StandingCall:
    """A call waiting at a gate."""

    id: str
    """The id that its journal line will have when the call has ended."""
    method: str
    """The HTTP method."""
    path: str
    """The path of the call."""

    @staticmethod
    def _of(it: Any) -> StandingCall:
        return StandingCall(
            id=_member(it, "id", _text),
            method=_member(it, "method", _text),
            path=_member(it, "path", _text),
        )


@dataclass(frozen=True)
class GateState:
    """A gate and its waiting calls."""

    operation: str
    """The operation with the gate."""
    at: str
    """The place of the gate: before the work of a call, or after it and before the reply."""
    standing: int
    """The number of held calls."""
    calls: List[StandingCall]
    """The held calls in order of arrival."""

    @staticmethod
    def _of(it: Any) -> GateState:
        return GateState(
            operation=_member(it, "operation", _text),
            at=_member(it, "at", _text),
            standing=_member(it, "standing", _integer),
            calls=_member(it, "calls", _list(StandingCall._of)),
        )


@dataclass(frozen=True)
class CallerVerdict:
    """The verdict on one caller."""

    caller: str
    """A client id, an organization number or code, or `anonymous` for calls without a trusted token."""
    verdict: str
    """`not-exercised`: the caller was never in that situation, so there is no evidence."""
    calls: List[str]
    """The ids of the journal lines that show it; at most 20."""
    exercise: List[str]
    """Scenarios that would put the caller in that situation."""

    @staticmethod
    def _of(it: Any) -> CallerVerdict:
        return CallerVerdict(
            caller=_member(it, "caller", _text),
            verdict=_member(it, "verdict", _text),
            calls=_member(it, "calls", _list(_text)),
            exercise=_member(it, "exercise", _list(_text)),
        )


@dataclass(frozen=True)
class Verdict:
    """A rule for clients, with each caller's result."""

    id: str
    """The name of the verdict."""
    sentence: str
    """What a good client does."""
    severity: str
    """The verdict on a client that does otherwise."""
    source: str
    """The section of the reference that demands it, or a reason."""
    guidance: str
    """What to change in the client."""
    callers: List[CallerVerdict]
    """Every caller with its verdict."""

    @staticmethod
    def _of(it: Any) -> Verdict:
        return Verdict(
            id=_member(it, "id", _text),
            sentence=_member(it, "sentence", _text),
            severity=_member(it, "severity", _text),
            source=_member(it, "source", _text),
            guidance=_member(it, "guidance", _text),
            callers=_member(it, "callers", _list(CallerVerdict._of)),
        )


@dataclass(frozen=True)
class JudgedCaller:
    """A judged caller."""

    caller: str
    """The caller, as in the verdicts."""
    org_no: Optional[str]
    """The number of the caller's organization; null if unknown."""
    name: Optional[str]
    """The name of the organization in the register; null if unknown."""
    calls: int
    """The number of its calls that were judged."""

    @staticmethod
    def _of(it: Any) -> JudgedCaller:
        return JudgedCaller(
            caller=_member(it, "caller", _text),
            org_no=_maybe(it, "orgNo", _text),
            name=_maybe(it, "name", _text),
            calls=_member(it, "calls", _integer),
        )


@dataclass(frozen=True)
class WrongReply:
    """A Standin reply that violates its own OpenAPI document."""

    call: str
    """The journal line."""
    why: str
    """The problem with the reply."""

    @staticmethod
    def _of(it: Any) -> WrongReply:
        return WrongReply(
            call=_member(it, "call", _text),
            why=_member(it, "why", _text),
        )


@dataclass(frozen=True)
class RepeatedCalls:
    """Calls that an HTTP library retried automatically."""

    caller: str
    """The caller."""
    calls: List[str]
    """The ids of the repeated calls; at most 20."""

    @staticmethod
    def _of(it: Any) -> RepeatedCalls:
        return RepeatedCalls(
            caller=_member(it, "caller", _text),
            calls=_member(it, "calls", _list(_text)),
        )


@dataclass(frozen=True)
class Judgement:
    """The verdicts on the callers."""

    verdicts: List[Verdict]
    """In the order of the table of verdicts."""
    callers: List[JudgedCaller]
    """The callers that were judged, with the organization of each."""
    watched: bool
    """True if the world is watched. Otherwise only lines that are still in the journal are judged."""
    missing: List[str]
    """Reasons why verdicts may be uncertain: lines that the journal dropped, bodies that it does not store."""
    unmet: List[str]
    """Scenarios that were on but never met by a call or job."""
    ours: List[WrongReply]
    """Replies of Standin that do not match its own OpenAPI document. They are never the fault of a client."""
    repeated: List[RepeatedCalls]
    """Calls that the HTTP library of a caller probably repeated on its own, milliseconds after a connection broke."""

    @property
    def bad(self) -> List[Fault]:
        """Findings about bad client behaviour."""
        return self._faults("bad")

    @property
    def advice(self) -> List[Fault]:
        """Advice for clients."""
        return self._faults("advice")

    def _faults(self, verdict: str) -> List[Fault]:
        return [
            Fault(each.id, each.sentence, each.guidance, one.caller, one.calls)
            for each in self.verdicts
            for one in each.callers
            if one.verdict == verdict
        ]

    @staticmethod
    def _of(it: Any) -> Judgement:
        return Judgement(
            verdicts=_member(it, "verdicts", _list(Verdict._of)),
            callers=_member(it, "callers", _list(JudgedCaller._of)),
            watched=_member(it, "watched", _boolean),
            missing=_member(it, "missing", _list(_text)),
            unmet=_member(it, "unmet", _list(_text)),
            ours=_member(it, "ours", _list(WrongReply._of)),
            repeated=_member(it, "repeated", _list(RepeatedCalls._of)),
        )


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

"""A session between two parties: one uploads a report, the other downloads and confirms it."""

import hashlib
import sys
import time

from service import ATTEMPTS, FILES, Broken, Party, asked_of, pause

SENDER, RECIPIENT = "347147753", "370916446"
REPORT = "".join(f"line {number} of the report\n" for number in range(400)).encode()


class Failed(Exception):
    pass


def expect(answer, *statuses):
    if answer.status not in statuses:
        raise Failed(f"The service answers {answer.status}.")
    return answer


def upload(sender):
    about = {
        "fileName": "report.txt",
        "resourceId": "standin-plain",
        "sendersFileTransferReference": "report-1",
        "sender": f"0192:{SENDER}",
        "recipients": [f"0192:{RECIPIENT}"],
        "checksum": hashlib.md5(REPORT).hexdigest(),
    }
    path = f"{FILES}/{expect(sender.call('POST', FILES, about), 200, 201).json()['fileTransferId']}"
    answer = sender.call("POST", f"{path}/upload", REPORT, "application/octet-stream")
    # If an upload's reply was lost, the service refuses the second upload.
    if answer.status not in (200, 400, 409):
        raise Failed(f"The upload is answered {answer.status}.")
    status = wait_for(sender, path, "Published", "Failed")
    if status != "Published":
        raise Failed(f"The upload is answered {answer.status}, and the transfer is {status}.")
    return path


def wait_for(party, path, *wanted):
    """Waits until the transfer has one of these statuses, and returns its status. Gives up after ten attempts."""
    for look in range(10):
        status = expect(party.call("GET", path), 200).json()["fileTransferStatus"]
        if status in wanted:
            return status
        time.sleep(min(0.05 * 2**look, 2))
    return status


def download(recipient, path):
    """Requests the rest if a download is interrupted, and verifies the checksum."""
    about = expect(recipient.call("GET", path), 200).json()
    received = b""
    for nth in range(ATTEMPTS):
        answer = None
        try:
            wanted = {"Range": f"bytes={len(received)}-"} if received else {}
            answer = recipient.once("GET", f"{path}/download", headers=wanted)
            if answer.status == (206 if received else 200):
                received += answer.body
            elif answer.status < 500 and answer.status not in (408, 425, 429, 499):
                raise Failed(f"The download is answered {answer.status}.")
        except Broken as broken:
            received += broken.received
        if len(received) == about["fileTransferSize"]:
            if hashlib.md5(received).hexdigest() == about["checksum"]:
                return received
            received = b""
        pause(nth, asked_of(answer))
    raise Failed("The download does not end.")


def confirm(recipient, path):
    """Confirms the download. If the reply was lost, the second confirmation may be refused."""
    answer = recipient.call("POST", f"{path}/confirmdownload", b"")
    if answer.status not in (204, 400):
        raise Failed(f"The confirmation is answered {answer.status}.")
    status = wait_for(recipient, path, "AllConfirmedDownloaded", "Purged")
    if status not in ("AllConfirmedDownloaded", "Purged"):
        raise Failed(f"The confirmation is answered {answer.status}, and the transfer is {status}.")


def run(fetch=download):
    """Exits with code 0 if the whole report was received and confirmed."""
    sender, recipient = Party(SENDER, "altinn:broker.write"), Party(RECIPIENT, "altinn:broker.read")
    try:
        path = upload(sender)
        report = fetch(recipient, path)
        confirm(recipient, path)
        sys.exit(0 if report else 1)
    except (Failed, Broken, KeyError, ValueError) as error:
        sys.exit(str(error))

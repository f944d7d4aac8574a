"""The ids of share links."""

import base64
import hashlib
import hmac
import json

from playground_backend.store.tables import Submission


class ShareIds:
    """Makes ids that nobody can guess, also who knows the source. secret: of the host."""

    def __init__(self, secret: bytes) -> None:
        self._key = hmac.digest(secret, b"playground.shares", hashlib.sha256)

    def of(self, submission: Submission) -> str:
        """Return the id of a submission's link: 66 bits, the same for the same source, whatever its inputs' seed."""
        launch = {key: value for key, value in (submission.launch or {}).items() if key != "seed"}
        parts = [submission.owner, submission.puzzle, submission.device, submission.source, launch]
        digest = hmac.digest(self._key, json.dumps(parts, sort_keys=True).encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(digest[:9]).decode()[:11]

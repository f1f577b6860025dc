"""Who one is by mail: a key of one's own, kept in a file that only its owner can read."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct
from nacl.encoding import HexEncoder
from nacl.exceptions import BadSignatureError, CryptoError
from nacl.public import SealedBox
from nacl.signing import SigningKey, VerifyKey

from phaseline.engine.plain import misread, read_json
from phaseline.server.wire.base import LONGEST_NAME

FILE = "identity.json"


class IdentityError(RuntimeError):
    """The file with one's key cannot be read or made; the message names it."""


class _Kept(Struct, forbid_unknown_fields=True):
    name: str
    key: str


def _why(error: Exception, written: bytes | None) -> object:
    if isinstance(error, msgspec.DecodeError) and written is not None:
        return misread(error, written, _Kept)
    return error.strerror if isinstance(error, OSError) else error


class Identity:
    """A name and a signing key; the key also opens what is sealed for it."""

    def __init__(self, name: str, key: SigningKey) -> None:
        self.name = name
        self._key = key

    @classmethod
    def kept_in(cls, folder: Path, name: str = "") -> Identity:
        """The identity in a folder, made the first time; a `name` given replaces the one it has. Raises `IdentityError`."""
        path = folder / FILE
        written: bytes | None = None
        try:
            written = path.read_bytes() if path.exists() else None
            known = None if written is None else read_json(written, _Kept)
            key = SigningKey.generate() if known is None else SigningKey(known.key.encode(), HexEncoder)
        except (OSError, ValueError, CryptoError, msgspec.DecodeError) as error:
            raise IdentityError(
                f"{path}: the key to your matches by mail cannot be read: {_why(error, written)}; put your copy of it back, or remove it "
                "to get a new one, with which the matches of this one cannot go on"
            ) from error
        before = "" if known is None else checked_name(known.name)
        identity = cls(checked_name(name) or before or "somebody", key)
        if known is None or known.name != identity.name:
            identity._keep(path)
        return identity

    def _keep(self, path: Path) -> None:
        data = msgspec.json.encode(_Kept(self.name, self._key.encode(HexEncoder).decode()))
        path = path.resolve()  # what a link points to is written, the link stays
        new = path.with_suffix(".new")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            new.replace(path)
        except OSError as error:
            raise IdentityError(f"{path}: your key cannot be kept: {error.strerror or error}") from error

    @property
    def public(self) -> str:
        """The public key, as hex."""
        return self._key.verify_key.encode(HexEncoder).decode()

    def sign(self, data: bytes) -> str:
        """The signature of some bytes, as hex; always the same for the same bytes."""
        return self._key.sign(data).signature.hex()

    def unseal(self, sealed: str) -> bytes:
        """What was sealed for this identity. Raises `CryptoError`, `ValueError`."""
        return SealedBox(self._key.to_curve25519_private_key()).decrypt(bytes.fromhex(sealed))


def seal_for(public: str, data: bytes) -> str:
    """Seal bytes so that only the owner of a public key can open them; as hex."""
    box = SealedBox(VerifyKey(public.encode(), HexEncoder).to_curve25519_public_key())
    return box.encrypt(data).hex()


def is_signed(public: str, data: bytes, signature: str) -> bool:
    """Whether the owner of a public key has signed these bytes."""
    try:
        VerifyKey(public.encode(), HexEncoder).verify(data, bytes.fromhex(signature))
    except (BadSignatureError, CryptoError, ValueError, TypeError):
        return False
    return True


def checked_name(name: str) -> str:
    """A player's name as one line of moderate length."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[
        :LONGEST_NAME
    ]

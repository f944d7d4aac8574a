"""Which address a request comes from, where a proxy stands in front. Used for limits alone: never stored nor logged."""

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import Scope

Network = IPv4Network | IPv6Network
Address = IPv4Address | IPv6Address


def networks(told: str) -> tuple[Network, ...]:
    """Return the networks of a list such as `127.0.0.1, 10.0.0.0/8`. Raises ValueError."""
    return tuple(ip_network(part.strip(), strict=False) for part in told.split(",") if part.strip())


def visitor_address(scope: Scope, trusted: tuple[Network, ...]) -> str:
    """Return the visitor's address, for IPv6 the network of its household.

    X-Forwarded-For is read from its end, as far as trusted proxies wrote it; what stands before that, anyone may have
    written. The name of a unix socket's peer is `local`.
    """
    peer = scope.get("client")
    found = _parse(peer[0]) if peer else None
    if found is None:
        return "local"
    hops = ",".join(Headers(scope=scope).getlist("x-forwarded-for")).split(",")
    while hops and any(found in network for network in trusted):
        before = _parse(hops.pop())
        if before is None:
            break
        found = before
    if isinstance(found, IPv6Address):
        return str(ip_network((found, 64), strict=False))
    return str(found)


def _parse(text: str) -> Address | None:
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found

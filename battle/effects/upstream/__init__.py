"""Upstream's encodings of abilities as proposals in the engine's vocabulary (R-45)."""

from battle.effects.upstream.translating import Proposal, proposal_of

__all__ = ["Proposal", "proposal_of"]

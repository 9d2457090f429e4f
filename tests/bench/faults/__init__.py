"""What simulations bear: processes killed, services restarted, a full disk; run by people, with counts."""

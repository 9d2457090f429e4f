"""Views of the club's site: they translate between requests and the rooms below, and decide nothing."""

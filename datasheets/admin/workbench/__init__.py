"""One page to edit an entry of the catalogue with everything that belongs to it."""

"""Every text once, in Japanese and English; problems and notices that carry them."""

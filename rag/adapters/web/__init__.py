"""Looking things up on the web, where that is configured."""

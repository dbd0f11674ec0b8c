"""Pure functions on text: languages, terms, sentences, cleaning, headings, splitting."""

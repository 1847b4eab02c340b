"""The rule sheet as tests: every rule and every option value, arranged and asserted in notation."""

"""The tool's side of LTI 1.3 Advantage: launches, deep linking, names and roles, assignments and grades."""

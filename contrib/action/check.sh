#!/usr/bin/env bash
# What the action runs: whet check, with its report in the summary of the job. The inputs of the
# action are in FILE, TARGETS, FILES, DEFAULTS, BASELINE and UNKNOWN.
set -u
out="$RUNNER_TEMP/whet"
mkdir -p "$out"
args=(--sarif "$out/whet.sarif" --junit "$out/whet.xml")
if [[ -n ${FILES-} ]]; then # without a whet.yml: one for this run
  file=$(mktemp .whet-action-XXXXXX)
  trap 'rm -f "$file"' EXIT
  {
    echo "defaults: {${DEFAULTS-}}"
    echo "targets:"
    echo "  programs:"
    echo "    each:"
    while IFS= read -r pattern; do
      [[ -n $pattern ]] && echo "      - '${pattern//\'/\'\'}'"
    done <<< "$FILES"
  } > "$file"
  args+=(--file "$file")
elif [[ -n ${FILE-} ]]; then
  args+=(--file "$FILE")
fi
[[ -n ${BASELINE-} ]] && args+=(--baseline "$BASELINE")
while IFS= read -r target; do
  [[ -n $target ]] && args+=("$target")
done <<< "${TARGETS-}"

whet check "${args[@]}" 2>&1 | tee "$out/whet.txt"
status=${PIPESTATUS[0]}
{
  echo "### whet"
  echo "~~~~~~~~"
  cat "$out/whet.txt"
  echo "~~~~~~~~"
} >> "$GITHUB_STEP_SUMMARY"
[[ -e $out/whet.sarif ]] && echo "sarif=$out/whet.sarif" >> "$GITHUB_OUTPUT"
[[ -e $out/whet.xml ]] && echo "junit=$out/whet.xml" >> "$GITHUB_OUTPUT"
[[ $status == 3 && ${UNKNOWN-} == pass ]] && status=0
exit "$status"

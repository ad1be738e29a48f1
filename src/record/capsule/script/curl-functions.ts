/** The functions that a script of curl begins with. */

export const curlFunctions = String.raw`
reply=$(mktemp) && headers=$(mktemp)
worlds=''
end() {
  rm -f "$reply" "$headers"
  for world in $worlds; do curl -sS -o /dev/null -X DELETE "$server/_standin/worlds/$world"; done
}
trap end EXIT

# start <world> <document>: begins a world as it was at the start of the capsule.
start() {
  worlds="$worlds $1"
  expect 200 PUT "$1" /_standin/snapshot -H 'content-type: application/json' --data-binary "$2"
}
# expect <status> <method> <world> <path> <arguments of curl>: makes a call, and compares the status.
expect() {
  wanted=$1 method=$2 address=$server/worlds/$3$4
  shift 4
  # Curl would wait for the body of a reply to HEAD, which has none.
  if [ "$method" = HEAD ]; then : >"$reply" && set -- --head -o /dev/null "$@"; else set -- -X "$method" -o "$reply" "$@"; fi
  got=$(curl -gsS --path-as-is -D "$headers" -w '%{http_code}' "$@" -- "$address" 2>/dev/null) || got=broken
  [ "$wanted" = any ] || [ "$got" = "$wanted" ] || fail "$method $address was answered $got, and not $wanted: $(cat "$reply")"
}
fail() {
  { printf %s "$1" | LC_ALL=C tr -c '\040-\176' '?'; echo; } >&2
  exit 1
}
# body <text>: compares the body, apart from ids, tokens, times and addresses.
body() {
  wanted=$(printf %s "$1" | plain) got=$(plain <"$reply")
  [ "$got" = "$wanted" ] || fail "The body is $got, and not $wanted"
}
plain() {
  tr -d ' \r\n' | sed -E -e 's#https?://[^/"]+(/worlds/[a-z0-9-]+)?##g' -e 's/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/ID/g' \
    -e 's/eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/TOKEN/g' -e 's/[0-9a-f]{16,}/TRACE/g' \
    -e 's/~[0-9a-f]+\.token-[0-9]+~/TOKEN/g' -e 's/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})?/TIME/g'
}
# id <nth> <file>: an id in the reply or in its headers.
id() { grep -oiE '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' "$2" | sed -n "$1p"; }
# member <name>: the text or the number of the first member with this name, which is written as in JSON.
member() {
  MEMBER=$1 LC_ALL=C awk '
    { text = text $0 " " }
    END {
      while ((at = index(text, ENVIRON["MEMBER"])) > 0) {
        text = substr(text, at + length(ENVIRON["MEMBER"]))
        if (match(text, /^ *: *"[^"]*"/) || match(text, /^ *: *[^ ",{}]+/)) {
          found = substr(text, RSTART, RLENGTH)
          gsub(/^ *: *"?|"$/, "", found)
          print found
          exit
        }
      }
    }' "$reply"
}
# part <text>: a part of a token.
part() { printf %s "$1" | base64 | tr -d '=\n' | tr '/+' '_-'; }
token() {
  expect 200 POST "$1" /_standin/tokens -H 'content-type: application/json' -d "$2"
  member '"token"'
}
`

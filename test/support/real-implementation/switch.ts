/**
 * Operates switches that the service's callers cannot: `node switch.ts <address> <what> '<JSON>'` calls `POST /double/<what>` on any host.
 * `contacts {number, emails, mobiles}`, `outage {service, on}`, `limits {operation, on}`, `cancelled {on}`, `expire {fileTransferId}`.
 */
const [address = '', what = '', body = '{}'] = process.argv.slice(2)
const reply = await fetch(`${address}/double/${what}`, { method: 'POST', body })
if (!reply.ok) {
  console.error(`${what} got ${reply.status}: ${await reply.text()}`)
  process.exit(1)
}

export {}

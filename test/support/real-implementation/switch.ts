/**
 * Flips a switch that no caller of the service can: `node switch.ts <address> <what> '<JSON>'`, which is `POST /double/<what>` of any host.
 * `contacts {number, emails, mobiles}`, `outage {service, on}`, `limits {operation, on}`, `cancelled {on}`, `expire {fileTransferId}`.
 */
const [address = '', what = '', body = '{}'] = process.argv.slice(2)
const reply = await fetch(`${address}/double/${what}`, { method: 'POST', body })
if (!reply.ok) {
  console.error(`${what} was answered ${reply.status}: ${await reply.text()}`)
  process.exit(1)
}

export {}

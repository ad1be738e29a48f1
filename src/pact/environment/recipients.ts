/** The people and organizations that get a message by an order. */

/** Members of orders that name a recipient, in lower case, because the live services ignore it. Source: notifications §3, §14.2. */
const members = new Set([
  'emailaddress',
  'phonenumber',
  'mobilenumber',
  'nationalidentitynumber',
  'orgnumber',
  'organizationnumber',
  'externalidentity',
])

/** What else is a mistake that is wanted, and no message can reach it. */
const reachable = /[@:]|\d{5}/

/** Those that a message may reach, in the body of an order or in a body as a pact has it. */
export function recipientsIn(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? (members.has(name.toLowerCase()) && reachable.test(value) ? [value] : []) : recipientsIn(value),
  )
}

/** Who gets a message of an order: a real implementation sends it to that address. */

/** Members of an order that name who gets the message. Source: notifications §3. */
const members = ['emailAddress', 'phoneNumber', 'nationalIdentityNumber', 'orgNumber']

/** The recipients in the body of an order, or in a body as a pact has it. */
export function exampleRecipients(body: unknown): string[] {
  if (typeof body !== 'object' || body === null) return []
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === 'string' ? (members.includes(name) ? [value] : []) : exampleRecipients(value),
  )
}

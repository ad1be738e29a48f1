/** The code under test: orders a message with a reminder. It needs only the service URL and a token. */
export async function invite(service: string, token: string, email: string): Promise<string> {
  const message = (subject: string) => ({
    recipientEmail: { emailAddress: email, emailSettings: { subject, body: 'Please sign the contract.' } },
  })
  const response = await fetch(`${service}/notifications/api/v1/future/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      idempotencyId: `invitation of ${email}`,
      recipient: message('Contract'),
      reminders: [{ delayDays: 7, recipient: message('Reminder: contract') }],
    }),
  })
  if (!response.ok) throw new Error(`The order was refused: ${response.status} ${(await response.json()).detail}`)
  return (await response.json()).notification.shipmentId
}

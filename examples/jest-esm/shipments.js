/** The code under test: what became of a shipment, in words. */
export async function describeShipment(service, token, id) {
  const response = await fetch(`${service}/future/shipment/${id}`, { headers: { authorization: `Bearer ${token}` } })
  if (response.status === 404) return 'We know no such shipment.'
  const { recipients } = await response.json()
  return recipients.map(({ destination, status }) => `${destination}: ${status}`).join('\n')
}

/** The code under test: describes a shipment's outcome in words. */
export async function describeShipment(service, token, id) {
  const response = await fetch(`${service}/future/shipment/${id}`, { headers: { authorization: `Bearer ${token}` } })
  if (response.status === 404) return 'We know no such shipment.'
  const { recipients } = await response.json()
  return recipients.map(({ destination, status }) => `${destination}: ${status}`).join('\n')
}

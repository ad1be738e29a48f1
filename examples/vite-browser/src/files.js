/** Returns the ids of new files. */
export async function newFiles(token) {
  const query = 'resourceId=standin-plain&status=Published&recipientStatus=Initialized'
  const response = await fetch(`/broker/api/v1/filetransfer?${query}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`The files were answered ${response.status}.`)
  return response.json()
}

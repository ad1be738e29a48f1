/** The code under test: receives an organization's new files, one at a time. */
export function newFiles(service, token) {
  const base = `${service}/broker/api/v1/filetransfer`
  const call = async (path, init = {}) => {
    const response = await fetch(`${base}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    /** Returns undefined if there is no new file. */
    async next() {
      const query = '?resourceId=standin-plain&status=Published&recipientStatus=Initialized'
      const [fileTransferId] = await (await call(query)).json()
      if (fileTransferId === undefined) return undefined
      const content = await (await call(`/${fileTransferId}/download`)).text()
      await call(`/${fileTransferId}/confirmdownload`, { method: 'POST' })
      return { fileTransferId, content }
    },
  }
}

/** An element that lists the caller's new files. `service` is the service URL. */
export function fileList({ service, token }) {
  const element = document.createElement('section')
  element.textContent = 'Loading …'
  show(element, service, token).catch(() => {
    element.textContent = 'The files cannot be shown. Try again later.'
  })
  return element
}

async function show(element, service, token) {
  const query = 'resourceId=standin-plain&status=Published&recipientStatus=Initialized'
  const response = await fetch(`${service}/broker/api/v1/filetransfer?${query}`, { headers: { authorization: `Bearer ${token}` } })
  if (!response.ok) throw new Error(`The files were answered ${response.status}.`)
  const files = await response.json()
  const list = document.createElement('ul')
  for (const id of files) list.append(Object.assign(document.createElement('li'), { textContent: id }))
  element.replaceChildren(files.length === 0 ? 'No files.' : list)
}

/** The app: lists the files that wait for an organization. */
import { newFiles } from './files.js'

/** In development Standin answers the calls of this page. The build has no trace of it. */
const token = import.meta.env.DEV ? await (await import('./standin.js')).start() : sessionStorage.getItem('token')

const files = await newFiles(token)
document.querySelector('ul').replaceChildren(
  ...files.map((id) => {
    const item = document.createElement('li')
    item.textContent = id
    return item
  }),
)
document.body.dataset.ready = 'true'

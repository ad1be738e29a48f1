/** The app: lists an organization's new files. */
import { newFiles } from './files.js'

/** In development, Standin answers this page's calls. The build does not contain it. */
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

/** What an assistant may read: the documentation, the OpenAPI document, scenarios, the journal. */
import type { Docs } from '../../state/platform.ts'
import { pathValue } from '../../wire/values/path-value.ts'
import { type Door, readRow } from './door.ts'

const json = 'application/json'
const markdown = 'text/markdown'

const rows = [
  { uri: 'standin://openapi.json', path: '/_standin/openapi.json', title: 'The OpenAPI document of the service and of the control rows' },
  { uri: 'standin://scenarios', path: '/_standin/scenarios?limit=1000', title: 'All scenarios: what each breaks, and which are on' },
  { uri: 'standin://journal', path: '/_standin/journal?limit=100', title: 'The last 100 calls and their replies' },
]

const families = [
  { before: 'standin://scenarios/', path: (name: string) => `/_standin/scenarios/${name}`, parameter: 'name', title: 'A scenario' },
  { before: 'standin://journal/', path: (id: string) => `/_standin/journal/${id}`, parameter: 'id', title: 'A call in full' },
]

const pages = 'standin://docs/'

export async function listResources(docs: Docs | undefined) {
  const listed = (await docs?.list()) ?? []
  return [
    ...listed.map(({ name, title, summary }) => ({
      uri: `${pages}${name}`,
      name,
      title,
      ...(summary !== '' && { description: summary }),
      mimeType: markdown,
    })),
    ...rows.map(({ uri, title }) => ({ uri, name: uri.slice('standin://'.length), title, mimeType: json })),
  ]
}

export const listTemplates = () =>
  families.map(({ before, parameter, title }) => ({ uriTemplate: `${before}{${parameter}}`, name: title, title, mimeType: json }))

/** Undefined for an address that is none of them. Throws an error that says why a row refuses. */
export async function readResource(uri: string, docs: Docs | undefined, door: Door) {
  if (uri.startsWith(pages)) {
    const text = await docs?.read(uri.slice(pages.length))
    return text === undefined ? undefined : { uri, mimeType: markdown, text }
  }
  const path = rows.find((row) => row.uri === uri)?.path ?? pathInFamily(uri)
  return path === undefined ? undefined : { uri, mimeType: json, text: await readRow(door, path) }
}

function pathInFamily(uri: string): string | undefined {
  const family = families.find(({ before }) => uri.startsWith(before))
  const name = family && uri.slice(family.before.length)
  return name === undefined || name === '' ? undefined : family?.path(pathValue(family.parameter, name))
}

/** Writes the document of a scenario as a file: loaded when it is needed. */
import { stringify } from 'yaml'

export const yamlOf = (document: unknown): string => stringify(document, { lineWidth: 120 })

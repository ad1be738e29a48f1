/** Fills in each language's template, which contains placeholders such as `{{records}}`. */
import type { ControlId } from '../../src/control/facts.ts'
import type { Call } from './calls.ts'
import { rowOf } from './calls.ts'
import type { RecordModel } from './model.ts'

export interface StartOption {
  readonly name: string
  /** `--rate-limits` */
  readonly flag: string
  readonly doc: string
}

export interface Language {
  readonly file: string
  records(all: readonly RecordModel[]): string
  methods(all: readonly Call[]): string
  optionParameters(all: readonly StartOption[]): string
  optionDocs(all: readonly StartOption[]): string
  optionValues(all: readonly StartOption[]): string
}

interface Parts {
  readonly records: readonly RecordModel[]
  readonly calls: readonly Call[]
  readonly options: readonly StartOption[]
  readonly version: string
}

/** Throws for an unknown placeholder or row. */
export function filled(template: string, language: Language, { records, calls, options, version }: Parts): string {
  const texts: Readonly<Record<string, () => string>> = {
    version: () => version,
    records: () => language.records(records),
    methods: () => language.methods(calls),
    'option parameters': () => language.optionParameters(options),
    'option docs': () => language.optionDocs(options),
    'option values': () => language.optionValues(options),
  }
  return template.replace(/[ \t]*(?:#|\/\/)?[ \t]?\{\{([\w .]+)\}\}|\{\{([\w .]+)\}\}/g, (whole: string, mark: string) => {
    const [, place, id] = /^(start of|below) (.+)$/.exec(mark) ?? []
    const before = /^[ \t]*/.exec(whole)?.[0] ?? ''
    if (id !== undefined) {
      // Uses the path up to its first parameter, without the prefix that a world's methods add.
      const start = rowOf(id as ControlId).path.replace(/\{.*/, '')
      return whole.replace(/\{\{.*\}\}/, place === 'below' ? start.replace(/^\/_standin/, '') : start)
    }
    if (mark === 'version') return whole.replace('{{version}}', version)
    const text = texts[mark]
    if (!text) throw new Error(`${language.file}: there is no value for {{${mark}}}.`)
    return /#|\/\//.test(whole) ? text() : before + text()
  })
}

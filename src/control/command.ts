/** A control row's command as data, so that the command line can make the call without loading schemas. */
import type { ControlId } from './facts.ts'

/** A string with placeholders for reply members and options, filled in by cli/frame/reply-text.ts. */
type Template = string

/**
 * Cell format: colored as a status, truncated to one short line, shown as a warning if it equals a given string, only the part after the
 * last occurrence of a string, or one line per list entry.
 */
export type CellForm = 'status' | 'excerpt' | { readonly warning: string } | { readonly after: string } | { readonly each: string }

/** Several templates are joined by commas. Empty ones are left out. */
export type Column = readonly [title: string, text: Template | readonly Template[], form?: CellForm]

/** Names that a shell can complete. */
export type NameKind = 'scenarios' | 'worlds' | 'operations'

interface CommandGroup {
  readonly name: string
  /** Earlier names, which still work. Only one row in the group needs to list them. */
  readonly also?: readonly string[]
  /** Only one row in the group needs to have a summary. */
  readonly summary?: string
}

/** Display settings for a row's reply. */
interface Shown {
  /** The reply member that contains the table's entries. By default, the reply itself is the only entry. */
  readonly list?: string
  /** An entry's list or object to show as one line per element. In templates, `{#}` is the element's index or name. */
  readonly lines?: string
  readonly columns?: readonly Column[]
  /** A sentence shown instead of a table. */
  readonly said?: Template
}

/** Dependencies between options. */
interface Dependent {
  /** Exactly one of these options is required. Maps each option to its name in error messages. */
  readonly exactlyOne?: Readonly<Record<string, string>>
  /** Maps an option to the `exactlyOne` option that it requires. */
  readonly goesWith?: Readonly<Record<string, string>>
}

/** A row's command. Options, words and their help texts come from the row's request schemas. */
export interface RowCommand extends Shown, Dependent {
  /** The parent command: `limits` for `standin limits put`. */
  readonly group?: CommandGroup
  /** Two rows with the same name form a single command, which calls the first row for which all words are present. */
  readonly name: string
  /** Earlier names, which still work. */
  readonly also?: readonly string[]
  /** Default: the row's summary. */
  readonly summary?: string
  readonly byDefault?: true
  /** A legacy form that still works: a flag that selects this row instead of another row with the same name. */
  readonly flag?: readonly [name: string, describe: string]
  /** Members passed as positional arguments. Default: the path parameters. */
  readonly words?: readonly string[]
  /** Maps a member to changes in the option that its schema defines. A string replaces the description. */
  readonly options?: Readonly<Record<string, string | OptionPatch>>
  /** Only the members in `options` become options, in that order. */
  readonly only?: true
  /** Maps a path parameter to a value that is always sent. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Maps a member to its name on the command line. */
  readonly names?: Readonly<Record<string, string>>
  /** Members that have no option. */
  readonly without?: readonly string[]
  /** Maps a member to the value that is sent if its option is absent. */
  readonly fallbacks?: Readonly<Record<string, string | number | boolean>>
  /** Maps a member to the kind of name that a shell completes. */
  readonly completes?: Readonly<Record<string, NameKind>>
  /** Maps a member to additional help text. */
  readonly hints?: Readonly<Record<string, string>>
  readonly examples?: readonly (readonly [line: string, meaning: string])[]
}

export type OptionKind =
  | ('text' | 'word' | 'integer' | 'number' | 'onOff' | 'flag' | 'duration' | 'instant')
  | ('texts' | 'words' | 'integers' | 'counts')

export interface OptionPatch {
  readonly description?: string
  readonly enum?: readonly string[]
  readonly kind?: OptionKind
}

/** An option, in the form that the command line loads. */
export interface OptionFacts {
  readonly name: string
  readonly describe: string
  readonly kind: OptionKind
  /** The part of the call that contains the value. */
  readonly part: 'params' | 'query' | 'body'
  readonly member: string
  readonly choices?: readonly string[]
  readonly completes?: NameKind
  readonly least?: number
  readonly most?: number
  readonly fallback?: string | number | boolean
  readonly word?: 'required' | 'optional'
}

/** A call that a command can make. */
export interface CallFacts extends Shown, Dependent {
  readonly id: ControlId
  readonly flag?: readonly [name: string, describe: string]
  readonly fixed?: Readonly<Record<string, string>>
  /** Names of required options. */
  readonly needs: readonly string[]
  readonly inPages?: true
  /** True if a body is sent even without options. */
  readonly sendsBody?: true
}

/** A single command, or a group of commands. */
export interface GroupFacts {
  readonly also?: readonly string[]
  /** The help text of a group; absent for a single command. */
  readonly summary?: string
  readonly commands: readonly CommandFacts[]
}

/** A command, as loaded by the command line. */
export interface CommandFacts {
  readonly name: string
  readonly also?: readonly string[]
  readonly summary: string
  readonly byDefault?: true
  /** True if the command does not belong to a world, or takes the world as its `name` word. */
  readonly atServer?: true
  readonly options: readonly OptionFacts[]
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  readonly calls: readonly CallFacts[]
}

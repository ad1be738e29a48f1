/** What a control row says of its command, as data, so that the command line loads no schema to make its call. */
import type { ControlId } from './facts.ts'

/** Fills a text with members of the reply and options: `filled` of cli/reply-text.ts. */
type Template = string

/**
 * How the text of a cell becomes what a terminal shows: in the colour of a status, cut to one short line, as a warning where it is this
 * text, from behind the last such text on, or once for each entry of a list.
 */
export type CellForm = 'status' | 'excerpt' | { readonly warning: string } | { readonly after: string } | { readonly each: string }

/** Several templates: those that say something, with commas between them. */
export type Column = readonly [title: string, text: Template | readonly Template[], form?: CellForm]

/** What a shell completes with names that exist. */
export type NameKind = 'scenarios' | 'worlds' | 'operations'

interface CommandGroup {
  readonly name: string
  /** Earlier names, which go on working. One of its rows says them. */
  readonly also?: readonly string[]
  /** One of its rows says it. */
  readonly summary?: string
}

/** How the reply of a row is shown. */
interface Shown {
  /** The member of the reply that holds the entries of the table. The reply is the one entry when absent. */
  readonly list?: string
  /** The member of an entry that makes several lines of it: `{#}` is the position or the name, the member itself the value. */
  readonly lines?: string
  readonly columns?: readonly Column[]
  /** A sentence instead of a table. */
  readonly said?: Template
}

/** How options depend on each other. */
interface Dependent {
  /** Exactly one of these options has to be given: name → how a refusal shows it. */
  readonly exactlyOne?: Readonly<Record<string, string>>
  /** Option → the option of `exactlyOne` that it goes with. */
  readonly goesWith?: Readonly<Record<string, string>>
}

/** Options, words and their help come from the schemas of the request. */
export interface RowCommand extends Shown, Dependent {
  /** The command above it: `limits` for `standin limits put`. */
  readonly group?: CommandGroup
  /** Two rows with one name are one command, which calls the first row whose words are given. */
  readonly name: string
  /** Earlier names, which go on working. */
  readonly also?: readonly string[]
  /** That of the row when absent. */
  readonly summary?: string
  readonly byDefault?: true
  /** An earlier form, which goes on working: a flag that asks for this row instead of another one with the same name. */
  readonly flag?: readonly [name: string, describe: string]
  /** Members that are given by their position: the parameters of the path when absent. */
  readonly words?: readonly string[]
  /** Member → what its option is, where its schema says it in another way: a text is its description. */
  readonly options?: Readonly<Record<string, string | OptionPatch>>
  /** The command line can give the members in `options` alone, and the help has their order. */
  readonly only?: true
  /** Member of the path → what is always sent. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Member → its name on the command line. */
  readonly names?: Readonly<Record<string, string>>
  /** Members that the command line cannot give. */
  readonly without?: readonly string[]
  /** Member → what is sent where the command line does not give it. */
  readonly fallbacks?: Readonly<Record<string, string | number | boolean>>
  /** Member → the names that a shell completes it with. */
  readonly completes?: Readonly<Record<string, NameKind>>
  /** Member → what the help says beside its description. */
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

/** An option as the command line loads it. */
export interface OptionFacts {
  readonly name: string
  readonly describe: string
  readonly kind: OptionKind
  /** Where its value stands in the call. */
  readonly part: 'params' | 'query' | 'body'
  readonly member: string
  readonly choices?: readonly string[]
  readonly completes?: NameKind
  readonly least?: number
  readonly most?: number
  readonly fallback?: string | number | boolean
  readonly word?: 'required' | 'optional'
}

/** One of the calls that a command can make. */
export interface CallFacts extends Shown, Dependent {
  readonly id: ControlId
  readonly flag?: readonly [name: string, describe: string]
  readonly fixed?: Readonly<Record<string, string>>
  /** The names of the options without which it cannot be made. */
  readonly needs: readonly string[]
  /** Whether the list comes in pages. */
  readonly inPages?: true
  /** Whether it has a body where no option is given. */
  readonly sendsBody?: true
}

/** A command of one word, or the commands below it. */
export interface GroupFacts {
  readonly also?: readonly string[]
  /** Absent: it is one command, without others below it. */
  readonly summary?: string
  readonly commands: readonly CommandFacts[]
}

/** A command as the command line loads it. */
export interface CommandFacts {
  readonly name: string
  readonly also?: readonly string[]
  readonly summary: string
  readonly byDefault?: true
  /** Whether it is about no world, or names its world by the word `name`. */
  readonly atServer?: true
  readonly options: readonly OptionFacts[]
  readonly examples: readonly (readonly [line: string, meaning: string])[]
  readonly calls: readonly CallFacts[]
}

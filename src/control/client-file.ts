/** Creates the client file for tests in another language, in the user's package or namespace. */
import { Misuse } from '../service/wire/misuse.ts'

export const clientLanguages = ['python', 'java', 'csharp', 'ruby'] as const
export type ClientLanguage = (typeof clientLanguages)[number]

const files: Readonly<Record<ClientLanguage, string>> = {
  python: 'standin.py',
  java: 'Standin.java',
  csharp: 'Standin.cs',
  ruby: 'standin.rb',
}
const junitFile = 'StandinExtension.java'

export interface ClientFileOptions {
  readonly language: ClientLanguage
  /** The package of the Java file. */
  readonly package?: string | undefined
  /** The namespace of the C# file. */
  readonly namespace?: string | undefined
  /** True for the second Java file, a JUnit 5 extension. */
  readonly junit?: boolean | undefined
}

/** Reserved words, which are not allowed in the names of packages and namespaces. */
const javaWords =
  'abstract assert boolean break byte case catch char class const continue default do double else enum extends false final finally float for goto if implements import instanceof int interface long native new null package private protected public return short static strictfp super switch synchronized this throw throws transient true try void volatile while _'
const csharpWords =
  'abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock long namespace new null object operator out override params private protected public readonly ref return sbyte sealed short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile while'

/**
 * `read`: reads a file from the package's `clients` folder. Throws {@link Misuse} for invalid names, and for options that belong to another
 * language.
 */
export function clientFile(read: (name: string) => string, options: ClientFileOptions): { readonly name: string; readonly text: string } {
  const { language, junit, package: javaPackage, namespace } = options
  demandLanguage('package', javaPackage !== undefined, language, 'java')
  demandLanguage('namespace', namespace !== undefined, language, 'csharp')
  demandLanguage('junit', junit === true, language, 'java')
  const name = junit ? junitFile : files[language]
  if (javaPackage !== undefined) demandName('package', javaPackage, javaWords)
  if (namespace !== undefined) demandName('namespace', namespace, csharpWords)
  const before = javaPackage !== undefined ? `package ${javaPackage};\n\n` : namespace !== undefined ? `namespace ${namespace};\n\n` : ''
  return { name, text: before + read(name) }
}

function demandLanguage(option: string, isGiven: boolean, language: ClientLanguage, only: ClientLanguage): void {
  if (isGiven && language !== only) throw new Misuse(`${option}: this option is only for ${only}, but the language is ${language}.`)
}

function demandName(option: string, name: string, reserved: string): void {
  const words = reserved.split(' ')
  const parts = name.split('.')
  if (name.length <= 200 && parts.every((part) => /^[A-Za-z_]\w*$/.test(part) && !words.includes(part))) return
  throw new Misuse(`${option}: ${JSON.stringify(name.slice(0, 100))} is not a valid ${option} name. Use a name such as org.example.orders.`)
}

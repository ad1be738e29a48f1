/** Words of a command as a line of cmd.exe: each word is a word, and runs nothing. */
import { cmdWord } from '../quoting.ts'
import { Failure } from './failure.ts'

/** Throws a {@link Failure} for a word that no quotes make safe. */
export const windowsLine = (words: readonly string[]): string => words.map(wordOf).join(' ')

function wordOf(word: string): string {
  const quoted = cmdWord(word)
  if (quoted !== undefined) return quoted
  throw new Failure(`The command gets no ${JSON.stringify(word.slice(0, 100))}: cmd.exe would read ", %, ! or the end of a line in it.`)
}

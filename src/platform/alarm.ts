/** Reports a defect on the console. */
import { shownDefect } from '../quoting.ts'

export const alarm = (defect: unknown): void => console.error('A defect of Standin itself:', shownDefect(defect))

/** Careful: the permit is announced when the message and its reminder have arrived. */
import { announce, arrived } from './reminder-session.ts'

process.exitCode = await announce((message, reminder) => arrived(message) && arrived(reminder))

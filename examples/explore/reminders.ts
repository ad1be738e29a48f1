/** Correct client: the permit counts as announced when the message and its reminder have been delivered. */
import { announce, arrived } from './reminder-session.ts'

process.exitCode = await announce((message, reminder) => arrived(message) && arrived(reminder))

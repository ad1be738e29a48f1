/** Replaces the body-parser package, which Express exports but Standin does not use. */
const bodyParser = {}

export default bodyParser

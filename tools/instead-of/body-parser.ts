/** Replaces the package body-parser, which Express exports but Standin does not use. */
const bodyParser = {}

export default bodyParser

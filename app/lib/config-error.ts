/** An invalid variable, named in the message. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

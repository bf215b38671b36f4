/**
 * True in the build of the script for popups that need nothing special, which the payload names
 * (app/domain/serving/choose-script.ts). The build replaces this module, and drops what can't run.
 */
export const isPlain = false as boolean

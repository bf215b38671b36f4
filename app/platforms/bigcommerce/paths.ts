/** Addresses of the app, as its profile in the Developer Portal names them. */

/** The framed app's root. */
export const rootPath = '/bc'
/** Auth callback URL. */
export const authPath = '/bc/auth'
/** Load callback URL. */
export const loadPath = '/bc/load'
/** Why the app didn't open. */
export const errorPath = '/bc/error'

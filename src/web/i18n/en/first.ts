/** What sign-in, the error page and the frame's skeleton need. */
import type { Shape } from "../shape.ts";
import type { first as zh } from "../zh/first.ts";
import { common } from "./common.ts";
import { errors } from "./errors.ts";
import { frame } from "./frame.ts";
import { signin } from "./signin.ts";

export const first = { common, errors, frame, signin } satisfies Shape<typeof zh>;

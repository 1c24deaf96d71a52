/** Files that are made in the background, and exports that repeat: each person's own. Which lists he may see, the verbs ask. */
import * as z from "zod";
import * as schema from "../../../contract/exports.schema.ts";
import { empty, numberParams } from "../../../contract/schema.ts";
import { read, route, type AnyRoute } from "../../platform/http/route.ts";
import { downloadFile, makeAgain, ownExports, requestFile, setFileDeleted } from "./files.ts";
import { createSchedule, deleteSchedule, patchSchedule, pauseSchedule, restoreSchedule, resumeSchedule, runSchedule } from "./schedules.ts";

const everybody = { kind: "session", permission: null } as const;
/** What the acts on one schedule share. */
const act = { method: "POST", access: everybody, params: numberParams, body: schema.exportScheduleDo } as const;

const files: AnyRoute[] = [
  read(null, {
    url: "/api/exports",
    summary: "One's own files and scheduled exports, newest first",
    data: schema.exportsOut,
    handler: (ctx) => ownExports(ctx),
  }),
  route({
    method: "POST",
    url: "/api/exports/files",
    access: everybody,
    summary: "Makes a file of a list in the background, with what its maker may see then",
    status: 201,
    body: schema.exportFileIn,
    data: schema.exportFile,
    audit: "exports.request",
    handler: (ctx, { body }) => requestFile(ctx, body),
  }),
  route({
    method: "GET",
    url: "/api/exports/files/:id/content",
    access: everybody,
    summary: "A file that is ready, for its owner while he may see its list and reads no less than then",
    params: numberParams,
    data: z.unknown(),
    audit: "exports.download",
    raw: true,
    handler: (ctx, { params: { id }, reply }) => downloadFile(ctx, id, reply),
  }),
  route({
    method: "POST",
    url: "/api/exports/files/:id/again",
    access: everybody,
    summary: "Makes a file anew that failed or has expired: the same request and the same days, once",
    status: 201,
    params: numberParams,
    body: empty,
    data: schema.exportFile,
    audit: "exports.again",
    handler: (ctx, { params: { id } }) => makeAgain(ctx, id),
  }),
  route({
    method: "POST",
    url: "/api/exports/files/:id/delete",
    access: everybody,
    summary: "Takes a file away; one that is being made is not made",
    params: numberParams,
    body: empty,
    data: schema.exportFile,
    audit: "exports.file-delete",
    handler: (ctx, { params: { id } }) => setFileDeleted(ctx, id, true),
  }),
  route({
    method: "POST",
    url: "/api/exports/files/:id/restore",
    access: everybody,
    summary: "Takes the deletion of a file back, within the hour",
    params: numberParams,
    body: empty,
    data: schema.exportFile,
    audit: "exports.file-restore",
    handler: (ctx, { params: { id } }) => setFileDeleted(ctx, id, false),
  }),
];

const schedules: AnyRoute[] = [
  route({
    method: "POST",
    url: "/api/exports/schedules",
    access: everybody,
    summary: "An export that repeats: what of which list, how often",
    status: 201,
    body: schema.exportScheduleIn,
    data: schema.exportSchedule,
    audit: "exports.schedule",
    handler: (ctx, { body }) => createSchedule(ctx, body),
  }),
  route({
    method: "PATCH",
    url: "/api/exports/schedules/:id",
    access: everybody,
    summary: "Changes a scheduled export",
    params: numberParams,
    body: schema.exportSchedulePatch,
    data: schema.exportSchedule,
    audit: "exports.update",
    handler: (ctx, { params: { id }, body }) => patchSchedule(ctx, id, body),
  }),
  route({
    ...act,
    url: "/api/exports/schedules/:id/pause",
    summary: "A scheduled export stands still",
    data: schema.exportSchedule,
    audit: "exports.pause",
    handler: (ctx, { params: { id }, body }) => pauseSchedule(ctx, id, body.version),
  }),
  route({
    ...act,
    url: "/api/exports/schedules/:id/resume",
    summary: "A scheduled export goes on from its next moment",
    data: schema.exportSchedule,
    audit: "exports.resume",
    handler: (ctx, { params: { id }, body }) => resumeSchedule(ctx, id, body.version),
  }),
  route({
    ...act,
    url: "/api/exports/schedules/:id/run",
    summary: "Makes a scheduled export's file now",
    status: 201,
    data: schema.exportFile,
    audit: "exports.run",
    handler: (ctx, { params: { id }, body }) => runSchedule(ctx, id, body.version),
  }),
  route({
    ...act,
    url: "/api/exports/schedules/:id/delete",
    summary: "Takes a scheduled export away; its files stay",
    data: schema.exportSchedule,
    audit: "exports.delete",
    handler: (ctx, { params: { id }, body }) => deleteSchedule(ctx, id, body.version),
  }),
  route({
    ...act,
    url: "/api/exports/schedules/:id/restore",
    summary: "Takes the deletion of a scheduled export back",
    data: schema.exportSchedule,
    audit: "exports.restore",
    handler: (ctx, { params: { id }, body }) => restoreSchedule(ctx, id, body.version),
  }),
];

export const exportsRoutes: readonly AnyRoute[] = [...files, ...schedules];

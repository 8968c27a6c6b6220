// One mail handed over to a mail server by libcurl. A C function, because libcurl sets its options
// through variadic functions, which Swift cannot call.
#include <curl/curl.h>
#include <stddef.h>
#include <string.h>

struct takt_mail_text {
    const char *bytes;
    size_t count;
};

struct takt_mail_reply {
    char *text;
    size_t capacity;
};

// Gives libcurl the next piece of the mail.
static size_t takt_mail_read(char *buffer, size_t size, size_t count, void *state) {
    struct takt_mail_text *text = (struct takt_mail_text *)state;
    size_t room = size * count;
    size_t piece = text->count < room ? text->count : room;
    memcpy(buffer, text->bytes, piece);
    text->bytes += piece;
    text->count -= piece;
    return piece;
}

// Keeps the last refusal that the server said, cut to what fits.
static size_t takt_mail_note(char *line, size_t size, size_t count, void *state) {
    struct takt_mail_reply *reply = (struct takt_mail_reply *)state;
    size_t length = size * count;
    // The server's good-bye comes after it.
    if (length == 0 || (line[0] != '4' && line[0] != '5')) return length;
    size_t kept = length < reply->capacity - 1 ? length : reply->capacity - 1;
    memcpy(reply->text, line, kept);
    reply->text[kept] = 0;
    return length;
}

// Sends one mail and returns libcurl's code. `url` is smtp:// or smtps://, its path the name to greet
// with. `user` and `authority` may be null: no login; the system's authorities. `reply` has room for
// `reply_capacity` > 0 characters and holds the server's last refusal afterwards, or nothing. Its last
// code before the good-bye is written to `status`.
static inline int takt_mail_send(const char *url, int requires_encryption, const char *user,
                                 const char *password, const char *authority, const char *sender,
                                 const char *recipient, const char *text, size_t text_count,
                                 long timeout_milliseconds, char *reply, size_t reply_capacity,
                                 long *status) {
    struct takt_mail_text content = {text, text_count};
    struct takt_mail_reply last = {reply, reply_capacity};
    struct curl_slist *recipients = NULL;
    CURLcode code = CURLE_OUT_OF_MEMORY;
    CURL *handle = curl_easy_init();
    reply[0] = 0;
    *status = 0;
    if (handle) recipients = curl_slist_append(NULL, recipient);
    if (recipients) {
        // No signals, no proxy of the environment, no other protocol whatever the address says.
        curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
        curl_easy_setopt(handle, CURLOPT_PROXY, "");
        curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
        curl_easy_setopt(handle, CURLOPT_URL, url);
        curl_easy_setopt(handle, CURLOPT_USE_SSL,
                         (long)(requires_encryption ? CURLUSESSL_ALL : CURLUSESSL_NONE));
        curl_easy_setopt(handle, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
        if (authority) curl_easy_setopt(handle, CURLOPT_CAINFO, authority);
        if (user) {
            curl_easy_setopt(handle, CURLOPT_USERNAME, user);
            curl_easy_setopt(handle, CURLOPT_PASSWORD, password);
        }
        curl_easy_setopt(handle, CURLOPT_MAIL_FROM, sender);
        curl_easy_setopt(handle, CURLOPT_MAIL_RCPT, recipients);
        curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
        curl_easy_setopt(handle, CURLOPT_READFUNCTION, takt_mail_read);
        curl_easy_setopt(handle, CURLOPT_READDATA, &content);
        curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, takt_mail_note);
        curl_easy_setopt(handle, CURLOPT_HEADERDATA, &last);
        curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, timeout_milliseconds);
        curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, timeout_milliseconds);
        code = curl_easy_perform(handle);
        curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, status);
    }
    curl_slist_free_all(recipients);
    curl_easy_cleanup(handle);
    return (int)code;
}
